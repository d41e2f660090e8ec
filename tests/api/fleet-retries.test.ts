import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CAN, type HandmadeAgent, healthy, MANAGED, STATE } from '../harness/opamp.ts';
import { type FleetService, startFleetService } from './support/fleets.ts';

const CRASHED = { health: { healthy: false, lastError: 'Agent process exited unexpectedly' } };
const WELL = { health: healthy };

let world: FleetService;
let agent: HandmadeAgent;
let rolloutId = '';
let agentId = '';

const retry = () => world.api.call('retryAgent', { path: { agentId } });
const outcomes = async () => (await world.rollout(rolloutId)).outcomes;
const report = async (state: number, more: object = {}) => {
  await agent.report(await agent.say(), state, state === STATE.FAILED ? 'the port is taken' : '', more);
  await world.turn();
};

// As the OpAMP supervisor does: it starts a Collector that ends over and over, and takes what it has already for
// applied.
describe('an agent that failed, offered the same configuration again', () => {
  beforeEach(async () => {
    world = await startFleetService();
  });
  afterEach(() => world.stop());

  /** It fails, ends over and over, and is offered it again while its rollout is paused. */
  const begin = async (before: object = WELL) => {
    const { fleetId, token } = await world.makeFleet();
    const agents = [1, 2].map((number) => world.join(token, number));
    for (const one of agents) await one.hello(before);
    const configurationId = await world.makeConfiguration();
    const choice = { configurationId, steps: [50, 100], maxErrorPercent: 100 };
    rolloutId = (await world.roll(fleetId, choice)).body.id;
    await world.api.call('pauseRollout', { path: { rolloutId } });
    agent = agents[0] as HandmadeAgent;
    agentId = (await world.agent('host-1')).id;
    await report(STATE.FAILED, CRASHED);
    expect(await outcomes()).toMatchObject({ FAILED: 1 });
    world.pass(1000);
    expect((await retry()).status).toBe(200);
  };

  test('has its time to become healthy with it', async () => {
    await begin();
    await report(STATE.APPLIED);
    expect(await outcomes()).toMatchObject({ FAILED: 0, WAITING: 1, APPLIED: 0 });
    expect((await world.agent('host-1')).status).toBe('ERROR');
    world.pass(10_000);
    await agent.say(WELL);
    await world.turn();
    expect(await outcomes()).toMatchObject({ FAILED: 0, WAITING: 0, APPLIED: 1 });
    expect((await world.agent('host-1')).status).toBe('HEALTHY');
  });

  test('fails again after its time, and is waited for anew when it is restarted', async () => {
    await begin();
    await report(STATE.APPLIED);
    world.pass(119_000);
    await agent.say();
    await world.turn();
    expect(await outcomes()).toMatchObject({ WAITING: 1 });
    world.pass(2000);
    await world.turn();
    expect(await world.rollout(rolloutId)).toMatchObject({
      outcomes: { FAILED: 1 },
      agents: [{ problem: 'Not healthy with it: Agent process exited unexpectedly' }],
    });
    expect((await retry()).body.message).toMatch(/; restart it to begin anew$/);
    await agent.say({ capabilities: MANAGED | CAN.restart });
    expect((await world.api.call('restartAgent', { path: { agentId } })).status).toBe(200);
    await world.turn();
    expect(await outcomes()).toMatchObject({ FAILED: 0, WAITING: 1 });
    await agent.say(WELL);
    await world.turn();
    expect(await outcomes()).toMatchObject({ FAILED: 0, APPLIED: 1 });
  });

  test('fails at once when it says so', async () => {
    await begin();
    await report(STATE.FAILED);
    expect(await outcomes()).toMatchObject({ FAILED: 1, WAITING: 0 });
  });

  test('counts as one that has applied it when it was not healthy before either', async () => {
    await begin(CRASHED);
    await report(STATE.APPLIED);
    expect(await outcomes()).toMatchObject({ FAILED: 0, WAITING: 0, APPLIED: 1 });
  });
});
