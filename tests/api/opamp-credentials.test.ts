import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  CAN,
  createAgent,
  decodeAnswer,
  encodeMessage,
  MANAGED,
  makeUid,
  readCredential,
  readOffer,
} from '../harness/opamp.ts';
import { COLLECTOR, type FleetService, startFleetService } from './support/fleets.ts';

const CAPABILITIES = MANAGED | CAN.opampSettings;
const DAY_MS = 86_400_000;

let world: FleetService;
beforeEach(async () => {
  world = await startFleetService();
});
afterEach(() => world.stop());

/** An agent that changes the credential that it shows. */
function join(token: string, number: number) {
  const shown = { credential: token, status: 0 };
  const agent = createAgent(number, async (message) => {
    const { status, bytes } = await world.post(shown.credential, message);
    shown.status = status;
    return status === 200 ? decodeAnswer(bytes) : ({ flags: 0n } as ReturnType<typeof decodeAnswer>);
  });
  const say = (more: object = {}) => agent.say({ capabilities: CAPABILITIES, ...more });
  return {
    shown,
    say,
    hello: () => agent.hello({ capabilities: CAPABILITIES }),
    /** Uses what it is offered with the next message. */
    take: async (): Promise<string> => {
      const offered = readCredential(await say()) ?? '';
      shown.credential = offered;
      return offered;
    },
  };
}

const rotate = async (host: string) => {
  const { id: agentId } = await world.agent(host);
  return world.api.call('rotateAgentCredential', { path: { agentId } });
};
const revoke = (tokenId: string) => world.api.call('revokeFleetToken', { path: { tokenId } });

/** An agent with a credential of its own, moved to a fleet that has a configuration. */
async function moveWithOwn() {
  const from = await world.makeFleet();
  const configurationId = await world.makeConfiguration();
  const to = await world.makeFleet({ name: 'Core', configurationId });
  const agent = join(from.token, 1);
  agent.shown.credential = readCredential(await agent.hello()) ?? '';
  await agent.say();
  const { id } = await world.agent('host-1');
  await world.api.call('moveAgents', { body: { agentIds: [id], fleetId: to.fleetId } });
  return { from, to, agent, id };
}

describe('a credential of its own', () => {
  test('is offered after enrollment, and outlives the token', async () => {
    const { token, tokenId } = await world.makeFleet();
    const agent = join(token, 1);
    const answer = await agent.hello();
    const { opamp } = answer.connectionSettings ?? {};
    expect(opamp?.destinationEndpoint).toBe('http://127.0.0.1:4600/v1/opamp');
    // Without it the supervisor would check no certificate any more.
    expect(opamp?.certificate).toBeDefined();
    expect(opamp?.heartbeatIntervalSeconds).toBe(30n);
    expect(await world.agent('host-1')).toMatchObject({ credential: 'OFFERED', acceptsCredential: true });

    agent.shown.credential = readCredential(answer) ?? '';
    expect(readCredential(await agent.say())).toBeUndefined();
    const { credential, events } = await world.agent('host-1');
    expect(credential).toBe('OWN');
    expect(events[0].text).toBe('It uses a credential of its own');
    await revoke(tokenId);
    await agent.say();
    expect(agent.shown.status).toBe(200);
    expect((await world.post(token, encodeMessage({ instanceUid: makeUid(1) }))).status).toBe(401);
  });

  test('opens its agent alone', async () => {
    const { token } = await world.makeFleet();
    await join(token, 2).hello();
    const stolen = readCredential(await join(token, 1).hello()) ?? '';
    const answer = await join(stolen, 2).hello();
    expect(answer.errorResponse?.errorMessage).toContain('that of another agent');
    const stranger = join(stolen, 3);
    expect((await stranger.hello()).errorResponse?.errorMessage).toContain('that of another agent');
    expect(await world.agents()).toHaveLength(2);
  });

  test('a credential that was changed or made up is refused', async () => {
    const { token } = await world.makeFleet();
    const agent = join(token, 1);
    const good = readCredential(await agent.hello()) ?? '';
    const message = encodeMessage({ instanceUid: makeUid(1) });
    for (const wrong of [
      good.replace(/_1_/, '_2_'),
      good.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ])
      expect((await world.post(wrong, message)).status).toBe(401);
    expect((await world.post(good, message)).status).toBe(200);
  });

  test('stays when its agent is moved, and the former fleet cannot speak for it', async () => {
    const { from, to, agent, id } = await moveWithOwn();
    expect(readOffer(await agent.say())).toBe(COLLECTOR);

    const thief = join(from.token, 1);
    await thief.hello();
    expect(readOffer(await thief.say())).toBeUndefined();
    const shown: { id: string; fleetId: string }[] = await world.agents();
    expect(shown.filter((one) => one.fleetId === to.fleetId)).toMatchObject([{ id }]);
    await revoke(from.tokenId);
    // An offer that got no answer is repeated after a while.
    world.pass(60_000);
    expect(readOffer(await agent.say())).toBe(COLLECTOR);
    expect(agent.shown.status).toBe(200);
  });

  test('over HTTP too, tokens of the former fleet reach a moved agent no more', async () => {
    const { from, agent } = await moveWithOwn();

    // Before the agent asks for the next time.
    const thief = join(from.token, 1);
    expect(readOffer(await thief.hello())).toBeUndefined();
    expect(readOffer(await thief.say())).toBeUndefined();
    expect(readOffer(await agent.say())).toBe(COLLECTOR);
    expect(await world.agents()).toHaveLength(2);
  });

  test('a moved agent that came back by its token goes on with that', async () => {
    const from = await world.makeFleet();
    const configurationId = await world.makeConfiguration();
    const to = await world.makeFleet({ name: 'Core', configurationId });
    const agent = join(from.token, 1);
    await agent.hello();
    await agent.take();
    await agent.say();
    agent.shown.credential = from.token;
    await agent.hello();
    const { id } = await world.agent('host-1');
    await world.api.call('moveAgents', { body: { agentIds: [id], fleetId: to.fleetId } });
    expect(readOffer(await agent.say())).toBe(COLLECTOR);
    expect(await world.agents()).toHaveLength(1);
  });

  test('ends with its agent', async () => {
    const { token } = await world.makeFleet();
    const agent = join(token, 1);
    agent.shown.credential = readCredential(await agent.hello()) ?? '';
    await agent.say({ agentDisconnect: {} });
    const { id: agentId } = await world.agent('host-1');
    await world.api.call('deleteAgent', { path: { agentId } });
    await agent.say();
    expect(agent.shown.status).toBe(401);
  });

  test('is not offered to who accepts none, which goes on by the token', async () => {
    const { token } = await world.makeFleet();
    const agent = world.join(token, 1);
    expect(readCredential(await agent.hello())).toBeUndefined();
    expect(await world.agent('host-1')).toMatchObject({ credential: 'TOKEN', acceptsCredential: false });
    const refused = await rotate('host-1');
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('goes on with its enrollment token');
  });
});

describe('rotation', () => {
  test('by command: the former is valid until the new one was used', async () => {
    const { token } = await world.makeFleet();
    const agent = join(token, 1);
    const former = readCredential(await agent.hello()) ?? '';
    agent.shown.credential = former;
    await agent.say();
    expect((await rotate('host-1')).status).toBe(200);
    expect((await world.agent('host-1')).events[0]).toMatchObject({ kind: 'CREDENTIAL' });
    const next = await agent.take();
    expect((await world.agent('host-1')).credential).toBe('ROTATING');
    expect(next).not.toBe(former);
    agent.shown.credential = former;
    await agent.say();
    expect(agent.shown.status).toBe(200);
    agent.shown.credential = next;
    await agent.say();
    expect((await world.agent('host-1')).credential).toBe('OWN');
    agent.shown.credential = former;
    await agent.say();
    expect(agent.shown.status).toBe(401);
  });

  test('by age: one that is thirty days old is replaced', async () => {
    const { token } = await world.makeFleet();
    const agent = join(token, 1);
    agent.shown.credential = readCredential(await agent.hello()) ?? '';
    await agent.say();
    world.pass(29 * DAY_MS);
    expect(readCredential(await agent.say())).toBeUndefined();
    world.pass(2 * DAY_MS);
    expect(readCredential(await agent.say())).toMatch(/_2_/);
  });
});
