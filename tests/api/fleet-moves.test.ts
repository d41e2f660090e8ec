import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readOffer, STATE } from '../harness/opamp.ts';
import { COLLECTOR, type FleetService, startFleetService, withLevel } from './support/fleets.ts';

let world: FleetService;
beforeEach(async () => {
  world = await startFleetService();
});
afterEach(() => world.stop());

/** Two fleets of other configurations, with one agent in the first. */
async function makeTwo() {
  const from = await world.makeFleet({ configurationId: await world.makeConfiguration() });
  const other = await world.makeConfiguration(withLevel('detailed'), 'Other');
  const to = await world.makeFleet({ name: 'Core', configurationId: other });
  const agent = world.join(from.token, 1);
  await agent.report(await agent.hello(), STATE.APPLIED);
  const [{ id }] = await world.agents();
  return { from, to, other, agent, id };
}

const move = (agentIds: string[], fleetId: string) =>
  world.api.call('moveAgents', { body: { agentIds, fleetId } });

describe('moving agents', () => {
  test('it gets the configuration of the other fleet, and stays one agent', async () => {
    const { from, to, agent, id } = await makeTwo();
    expect((await move([id], to.fleetId)).status).toBe(200);
    expect((await world.agents())[0]).toMatchObject({ id, fleetName: 'Core', status: 'CONFIGURING' });
    const offered = await agent.say();
    expect(readOffer(offered)).toBe(withLevel('detailed'));
    await agent.report(offered, STATE.APPLIED);
    const agents = await world.agents();
    expect(agents).toHaveLength(1);
    expect(agents[0]).toMatchObject({ id, fleetId: to.fleetId, status: 'HEALTHY' });
    expect((await world.agent('host-1')).events.map(({ kind }: { kind: string }) => kind)).toContain('MOVED');
    const { auditRecords } = (await world.api.call('listAuditRecords')).body;
    expect(auditRecords[0]).toMatchObject({ action: 'Move agents to another fleet' });
    expect(auditRecords[0].changes[0].after).toEqual({ fleetId: to.fleetId });
    // Its token is of the fleet that it left.
    expect((await world.fleet(from.fleetId)).tokens[0].agentCount).toBe(1);
  });

  test('it enrolls nowhere anew, comes back, and takes a token of its fleet', async () => {
    const { from, to, agent, id } = await makeTwo();
    await move([id], to.fleetId);
    await agent.report(await agent.hello(), STATE.APPLIED);
    expect(await world.agents()).toHaveLength(1);
    await move([id], from.fleetId);
    expect(readOffer(await agent.say())).toBe(COLLECTOR);
    await move([id], to.fleetId);
    const again = world.join(to.token, 1);
    await again.hello();
    expect((await world.agents()).map((one: { id: string }) => one.id)).toEqual([id]);
    expect((await world.fleet(from.fleetId)).tokens[0].agentCount).toBe(0);
  });

  test('to a fleet without a configuration it keeps what it runs', async () => {
    const { agent, id } = await makeTwo();
    const bare = await world.makeFleet({ name: 'Bare' });
    await move([id], bare.fleetId);
    expect(readOffer(await agent.say())).toBeUndefined();
    expect((await world.agents())[0].status).toBe('UNMANAGED');
  });

  test('refused during a rollout of either fleet', async () => {
    const { from, to, other, id } = await makeTwo();
    for (const fleetId of [from.fleetId, to.fleetId]) {
      const rolloutId = (await world.roll(fleetId, { configurationId: other })).body.id;
      await world.api.store.fleetRollouts.update({ id: rolloutId, state: 'WAITING' });
      const { status, body } = await move([id], to.fleetId);
      expect([status, body.message]).toEqual([409, expect.stringMatching(/under way; wait for its end/)]);
      await world.api.store.fleetRollouts.update({ id: rolloutId, state: 'STOPPED' });
    }
    expect((await move([id], to.fleetId)).status).toBe(200);
  });

  test('refused where an agent has its instance id, and to another site', async () => {
    const { to, id } = await makeTwo();
    await world.join(to.token, 1).hello();
    const taken = await move([id], to.fleetId);
    expect([taken.status, taken.body.message]).toEqual([409, expect.stringMatching(/instance id of host-1/)]);
    const site = { name: 'Far', vendor: 'AWS' };
    const siteId = (await world.api.call('createSite', { body: { site } })).body.id;
    const far = await world.makeFleet({ siteId });
    const other = await move([id], far.fleetId);
    expect([other.status, other.body.message]).toEqual([400, expect.stringMatching(/of the same site/)]);
  });

  test('a fleet stays while agents that left it use its tokens', async () => {
    const { from, to, id } = await makeTwo();
    await move([id], to.fleetId);
    const { status, body } = await world.api.call('deleteFleet', { path: { fleetId: from.fleetId } });
    expect([status, body.message]).toEqual([
      409,
      expect.stringMatching(/^1 agent that moved to other fleets/),
    ]);
  });
});
