import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FleetService, startFleetService } from './support/fleets.ts';

const HOUR_MS = 3_600_000;

let world: FleetService;
beforeEach(async () => {
  world = await startFleetService();
});
afterEach(() => world.stop());

const makeToken = async (fleetId: string, body: object = {}): Promise<{ id: string; token: string }> =>
  (await world.api.call('createFleetToken', { path: { fleetId }, body })).body;
const rotate = (tokenId: string, body: object = {}) =>
  world.api.call('rotateFleetToken', { path: { tokenId }, body });
const tokenOf = async (fleetId: string, tokenId: string) =>
  (await world.fleet(fleetId)).tokens.find(({ id }: { id: string }) => id === tokenId);
const explain = async (token: string, number: number) =>
  (await world.join(token, number).hello()).errorResponse?.errorMessage;

describe('a token with a number of uses', () => {
  test('enrolls as many agents and no more; those go on [R2.1-42]', async () => {
    const { fleetId } = await world.makeFleet();
    const { id, token } = await makeToken(fleetId, { uses: 2 });
    const first = world.join(token, 1);
    await first.hello();
    await first.hello();
    expect(await tokenOf(fleetId, id)).toMatchObject({ uses: 1, usesMax: 2, state: 'ACTIVE' });
    expect(await explain(token, 2)).toBeUndefined();
    expect(await explain(token, 3)).toContain('as many agents as it may');
    expect(await tokenOf(fleetId, id)).toMatchObject({ uses: 2, state: 'USED_UP' });
    expect((await first.say()).errorResponse).toBeUndefined();
    expect(await world.agents()).toHaveLength(2);
  });

  test('many at once use it no more often', async () => {
    const { fleetId } = await world.makeFleet();
    const { token } = await makeToken(fleetId, { uses: 3 });
    await Promise.all(Array.from({ length: 20 }, (_, number) => explain(token, number)));
    expect(await world.agents()).toHaveLength(3);
  });
});

describe('rotation of a token', () => {
  test('makes one like it, and the former enrolls for a day more', async () => {
    const { fleetId } = await world.makeFleet();
    const former = await makeToken(fleetId, {
      uses: 5,
      labels: { environment: 'staging' },
      seconds: 3600 * 72,
    });
    const { status, body } = await rotate(former.id);
    expect(status).toBe(200);
    expect(body.token).not.toBe(former.token);
    expect(await tokenOf(fleetId, body.id)).toMatchObject({ usesMax: 5, labels: { environment: 'staging' } });
    const agent = world.join(former.token, 1);
    expect((await agent.hello()).errorResponse).toBeUndefined();
    world.pass(25 * HOUR_MS);
    expect(await explain(former.token, 2)).toContain('expired');
    expect((await agent.say()).errorResponse).toBeUndefined();
    expect(await explain(body.token, 2)).toBeUndefined();
  });

  test('ends the former at once when asked, and never later than it would', async () => {
    const { fleetId } = await world.makeFleet();
    const former = await makeToken(fleetId, { seconds: 3600 });
    await rotate(former.id);
    const { expiresAt } = await tokenOf(fleetId, former.id);
    await rotate(former.id, { seconds: 0 });
    expect((await tokenOf(fleetId, former.id)).state).toBe('EXPIRED');
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + 2 * HOUR_MS);
  });

  test('of a revoked one is refused, and the audit names it', async () => {
    const { fleetId } = await world.makeFleet();
    const { id } = await makeToken(fleetId);
    await rotate(id);
    await world.api.call('revokeFleetToken', { path: { tokenId: id } });
    expect((await rotate(id)).status).toBe(409);
    const { auditRecords } = (await world.api.call('listAuditRecords')).body;
    expect(auditRecords.map(({ action }: { action: string }) => action)).toContain('Rotate enrollment token');
  });
});
