import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MaintenanceWindow } from '../../src/contract/entities/fleet-window.ts';
import { type HandmadeAgent, readOffer, STATE } from '../harness/opamp.ts';
import { type FleetService, startFleetService, withLevel } from './support/fleets.ts';

/** A Friday. */
const NOON = Date.parse('2026-11-27T12:00:00Z');
const NIGHT: MaintenanceWindow = { days: ['FRI'], from: '22:00', to: '04:00', timeZone: 'Europe/Berlin' };

let now: number;
let world: FleetService;
beforeEach(async () => {
  now = NOON;
  world = await startFleetService({ clock: () => now });
});
afterEach(() => world.stop());

/** One agent for each list of labels, all on version 1. */
async function makeFleet(labels: readonly Record<string, string>[], more: object = {}) {
  const configurationId = await world.makeConfiguration();
  const { fleetId } = await world.makeFleet({ configurationId, ...more });
  const agents: HandmadeAgent[] = [];
  for (const [index, one] of labels.entries()) {
    const path = { fleetId };
    const { token } = (await world.api.call('createFleetToken', { path, body: { labels: one } })).body;
    const agent = world.join(token, index + 1);
    await agent.report(await agent.hello(), STATE.APPLIED);
    agents.push(agent);
  }
  const configuration = { id: configurationId, content: withLevel('detailed') };
  await world.api.call('updateConfiguration', { body: { configuration } });
  return { fleetId, configurationId, agents };
}

/** Hosts of the agents that are offered something, which they apply. */
async function applyAll(agents: readonly HandmadeAgent[]): Promise<number[]> {
  const offered: number[] = [];
  for (const [index, agent] of agents.entries()) {
    const answer = await agent.say();
    if (readOffer(answer) === undefined) continue;
    offered.push(index + 1);
    await agent.report(answer, STATE.APPLIED);
  }
  await world.turn();
  return offered;
}
/** As time passes while agents go on reporting. */
async function goTo(time: string, agents: readonly HandmadeAgent[]): Promise<void> {
  now = Date.parse(time);
  for (const agent of agents) await agent.say();
  await world.turn();
}
const start = async (fleetId: string, rollout: object): Promise<string> =>
  (await world.roll(fleetId, rollout)).body.id;

describe('steps by labels', () => {
  test('one label after the other, then all the rest', async () => {
    const { fleetId, configurationId, agents } = await makeFleet([
      { environment: 'production' },
      { environment: 'staging' },
      {},
      { environment: 'staging' },
    ]);
    const steps = ['environment=staging', 'environment=production', 100];
    const id = await start(fleetId, { configurationId, steps });
    expect(await applyAll(agents)).toEqual([2, 4]);
    expect(await world.rollout(id)).toMatchObject({ state: 'ROLLING_OUT', step: 1, steps });
    expect(await applyAll(agents)).toEqual([1]);
    expect(await applyAll(agents)).toEqual([3]);
    const ended = await world.rollout(id);
    expect(ended.state).toBe('SUCCEEDED');
    expect(ended.agents.map(({ step }: { step: number }) => step)).toEqual([0, 0, 1, 2]);
  });

  test('a label that no agent has is passed', async () => {
    const { fleetId, configurationId, agents } = await makeFleet([{}]);
    const id = await start(fleetId, { configurationId, steps: ['environment=staging', 100] });
    await world.turn();
    expect(await applyAll(agents)).toEqual([1]);
    expect((await world.rollout(id)).state).toBe('SUCCEEDED');
  });

  test('labels and shares: a share counts what has it already', async () => {
    const labels: Record<string, string>[] = [{}, {}, { environment: 'staging' }, {}];
    const { fleetId, configurationId, agents } = await makeFleet(labels);
    await start(fleetId, { configurationId, steps: ['environment=staging', 50, 100] });
    expect(await applyAll(agents)).toEqual([3]);
    expect(await applyAll(agents)).toEqual([1]);
    expect(await applyAll(agents)).toEqual([2, 4]);
  });

  test('errors in the first label keep it from the others', async () => {
    const { fleetId, configurationId, agents } = await makeFleet([{ environment: 'staging' }, {}]);
    const id = await start(fleetId, { configurationId, steps: ['environment=staging', 100] });
    const [first] = agents;
    if (first) await first.report(await first.say(), STATE.FAILED, 'no such exporter');
    await world.turn();
    expect((await world.rollout(id)).state).toBe('ROLLING_BACK');
    expect(readOffer((await agents[1]?.say()) as never)).toBeUndefined();
  });

  test('goes on where it was after a restart of the service', async () => {
    const { fleetId, configurationId, agents } = await makeFleet([{ environment: 'staging' }, {}]);
    const id = await start(fleetId, { configurationId, steps: ['environment=staging', 100] });
    await applyAll(agents);
    const { store } = world.api;
    await world.api.service.stop();
    world = await startFleetService({ store, clock: () => now });
    await world.turn();
    expect(await world.rollout(id)).toMatchObject({ state: 'ROLLING_OUT', step: 1 });
  });

  test.each([
    ['a label without a value', ['environment', 100], 'a label must be written as key=value'],
    ['a label twice', ['a=1', 'a=1', 100], 'each label once'],
    ['no last step for all', ['a=1'], 'the last step must be 100'],
    ['half a percentage', [0.5, 100], 'a share must be a whole percentage'],
  ])('%s is refused', async (_, steps, message) => {
    const { fleetId, configurationId } = await makeFleet([]);
    const { status, body } = await world.roll(fleetId, { configurationId, steps });
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe('a maintenance window', () => {
  const rollIn = async () => {
    const made = await makeFleet([{}, {}], { maintenanceWindow: NIGHT });
    const id = await start(made.fleetId, { configurationId: made.configurationId, steps: [50, 100] });
    return { ...made, id };
  };

  test('a rollout waits for it, says until when, and goes on within it', async () => {
    const { fleetId, id, agents } = await rollIn();
    expect(await applyAll(agents)).toEqual([]);
    expect(await world.rollout(id)).toMatchObject({ state: 'WAITING', goesOnAt: '2026-11-27T21:00:00.000Z' });
    expect((await world.fleet(fleetId)).maintenanceWindow).toMatchObject({ ...NIGHT, isOpen: false });
    await goTo('2026-11-27T20:59:59Z', agents);
    expect((await world.rollout(id)).state).toBe('WAITING');
    await goTo('2026-11-27T21:00:00Z', agents);
    expect((await world.rollout(id)).state).toBe('ROLLING_OUT');
    expect(await applyAll(agents)).toEqual([1]);
    expect(await applyAll(agents)).toEqual([2]);
    expect(await world.rollout(id)).toMatchObject({
      state: 'SUCCEEDED',
      goesOnAt: '0001-01-01T00:00:00Z',
    });
  });

  test('what began goes on outside of it, and the next step waits a week', async () => {
    const { id, agents } = await rollIn();
    await goTo('2026-11-28T02:59:00Z', agents);
    expect((await world.rollout(id)).state).toBe('ROLLING_OUT');
    now = Date.parse('2026-11-28T03:00:10Z');
    expect(await applyAll(agents)).toEqual([1]);
    expect(await world.rollout(id)).toMatchObject({
      state: 'WAITING',
      step: 1,
      goesOnAt: '2026-12-04T21:00:00.000Z',
    });
    expect(await applyAll(agents)).toEqual([]);
  });

  test('waiting survives a restart of the service', async () => {
    const { id } = await rollIn();
    const { store } = world.api;
    await world.api.service.stop();
    world = await startFleetService({ store, clock: () => now });
    await world.turn();
    expect((await world.rollout(id)).state).toBe('WAITING');
    now = Date.parse('2026-11-27T21:00:00Z');
    await world.turn();
    expect((await world.rollout(id)).state).not.toBe('WAITING');
  });

  test('start now: neither this step nor a later one waits', async () => {
    const { id, agents } = await rollIn();
    const path = { rolloutId: id };
    expect((await world.api.call('startRolloutNow', { path })).status).toBe(200);
    expect(await applyAll(agents)).toEqual([1]);
    expect(await world.rollout(id)).toMatchObject({ state: 'ROLLING_OUT', step: 1, ignoresWindow: true });
    const again = await world.api.call('startRolloutNow', { path });
    expect([again.status, again.body.message]).toEqual([409, 'This rollout does not wait']);
    expect(await applyAll(agents)).toEqual([2]);
    const ended = await world.api.call('startRolloutNow', { path });
    expect([ended.status, ended.body.message]).toEqual([409, 'This rollout has ended already']);
  });

  test('one that is paused outside of it waits for neither [R2.2-17]', async () => {
    const { id, agents } = await rollIn();
    const path = { rolloutId: id };
    await world.api.call('pauseRollout', { path });
    expect(await world.rollout(id)).toMatchObject({ isPaused: true, goesOnAt: '0001-01-01T00:00:00Z' });
    const refused = await world.api.call('startRolloutNow', { path });
    expect([refused.status, refused.body.message]).toEqual([409, 'This rollout is paused; resume it']);
    await goTo('2026-11-27T21:00:00Z', agents);
    expect((await world.rollout(id)).state).toBe('WAITING');
    await world.api.call('resumeRollout', { path });
    expect(await applyAll(agents)).toEqual([]);
    expect(await applyAll(agents)).toEqual([1]);
  });

  test('one that waits can be canceled; nothing was offered', async () => {
    const { fleetId, id, agents } = await rollIn();
    await world.api.call('cancelRollout', { path: { rolloutId: id } });
    expect(await applyAll(agents)).toEqual([]);
    expect((await world.rollout(id)).state).toBe('ROLLED_BACK');
    expect((await world.fleet(fleetId)).configuration.version).toBe(1);
  });

  test('taken away, what waits goes on', async () => {
    const { fleetId, id, agents } = await rollIn();
    const fleet = { id: fleetId, maintenanceWindow: null };
    const { body } = await world.api.call('updateFleet', { body: { fleet } });
    expect(body.fleet.maintenanceWindow).toBeNull();
    await goTo('2026-11-27T12:00:01Z', agents);
    expect((await world.rollout(id)).state).toBe('ROLLING_OUT');
  });

  test.each([
    ['no day', { days: [] }, 'at least one day'],
    ['no time of day', { from: '25:00' }, 'must be a time of day'],
    ['no time zone', { timeZone: 'Mars' }, "not 'Mars'"],
  ])('%s is refused', async (_, more, message) => {
    const fleet = { siteId: world.api.siteId, name: 'Far', maintenanceWindow: { ...NIGHT, ...more } };
    const { status, body } = await world.api.call('createFleet', { body: { fleet } });
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });
});
