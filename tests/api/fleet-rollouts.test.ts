import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CAN, type HandmadeAgent, MANAGED, readOffer, type ServerMessage, STATE } from '../harness/opamp.ts';
import { COLLECTOR, type FleetService, startFleetService, withLevel } from './support/fleets.ts';

let world: FleetService;
beforeEach(async () => {
  world = await startFleetService();
});
afterEach(() => world.stop());

/** A fleet of that many agents which all run version 1. */
async function makeRunningFleet(count: number) {
  const configurationId = await world.makeConfiguration();
  const made = await world.makeFleet({ configurationId });
  const agents: HandmadeAgent[] = [];
  for (let number = 1; number <= count; number += 1) {
    const agent = world.join(made.token, number);
    await agent.report(await agent.hello(), STATE.APPLIED);
    agents.push(agent);
  }
  const configuration = { id: configurationId, content: withLevel('detailed') };
  await world.api.call('updateConfiguration', { body: { configuration } });
  return { ...made, configurationId, agents };
}

/** Asks each agent; those that are offered something answer with the state. */
async function answerAll(agents: readonly HandmadeAgent[], state: number): Promise<number> {
  let offered = 0;
  for (const agent of agents) {
    const answer: ServerMessage = await agent.say();
    if (readOffer(answer) === undefined) continue;
    offered += 1;
    await agent.report(answer, state, state === STATE.FAILED ? 'no such exporter' : '');
  }
  await world.turn();
  return offered;
}

describe('a rollout', () => {
  test('at once: ends when every agent has applied it [R2.1-41]', async () => {
    const { fleetId, configurationId, agents } = await makeRunningFleet(3);
    const { id } = (await world.roll(fleetId, { configurationId })).body;
    expect((await world.fleet(fleetId)).rollout).toMatchObject({ id, state: 'ROLLING_OUT' });
    expect((await world.fleet(fleetId)).configuration.version).toBe(1);
    expect(await answerAll(agents, STATE.APPLIED)).toBe(3);
    expect(await world.rollout(id)).toMatchObject({
      state: 'SUCCEEDED',
      outcomes: { APPLIED: 3, WAITING: 0 },
    });
    expect(await world.fleet(fleetId)).toMatchObject({
      rollout: null,
      configuration: { version: 2 },
      statuses: { HEALTHY: 3 },
    });
  });

  test('in steps: the next begins when all before have applied it', async () => {
    const { fleetId, configurationId, agents } = await makeRunningFleet(5);
    const { id } = (await world.roll(fleetId, { configurationId, steps: [10, 50, 100] })).body;
    expect(await answerAll(agents, STATE.APPLIED)).toBe(1);
    expect(await world.rollout(id)).toMatchObject({ step: 1, outcomes: { APPLIED: 1, WAITING: 2 } });
    expect(await answerAll(agents, STATE.APPLIED)).toBe(2);
    expect(await answerAll(agents, STATE.APPLIED)).toBe(2);
    expect((await world.rollout(id)).state).toBe('SUCCEEDED');
  });

  test('too many errors roll all back, and failures stay told', async () => {
    const { fleetId, configurationId, agents } = await makeRunningFleet(4);
    const { id } = (await world.roll(fleetId, { configurationId, steps: [50, 100] })).body;
    const [good, bad] = agents;
    const offer = (await good?.say()) as ServerMessage;
    await good?.report(offer, STATE.APPLIED);
    await bad?.report((await bad.say()) as ServerMessage, STATE.FAILED, "unknown exporter 'x'");
    await world.turn();
    expect(await world.rollout(id)).toMatchObject({
      state: 'ROLLING_BACK',
      reason: "1 of 2 agents failed, and 0 % may: otelcol on host-2: unknown exporter 'x'",
    });
    expect(readOffer((await good?.say()) as ServerMessage)).toBe(COLLECTOR);
    world.pass(31_000);
    expect(await answerAll(agents, STATE.APPLIED)).toBe(2);
    const ended = await world.rollout(id);
    expect(ended).toMatchObject({ state: 'ROLLED_BACK', outcomes: { FAILED: 1, RESTORED: 1 } });
    expect(ended.agents).toHaveLength(2);
    expect(await world.fleet(fleetId)).toMatchObject({
      configuration: { version: 1 },
      statuses: { HEALTHY: 4 },
    });
    const kinds = (await world.agent('host-2')).events.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toContain('FAILED');
  });

  test('a rollout that has ended counts none who enrolled later', async () => {
    const { fleetId, token, configurationId, agents } = await makeRunningFleet(2);
    const { id } = (await world.roll(fleetId, { configurationId })).body;
    expect((await world.rollout(id)).agentCount).toBe(2);
    await answerAll(agents, STATE.APPLIED);
    await world.join(token, 3).hello();
    expect(await world.rollout(id)).toMatchObject({ state: 'SUCCEEDED', agentCount: 2 });
    expect((await world.fleet(fleetId)).agentCount).toBe(3);
  });

  test('errors within the share are tolerated', async () => {
    const { fleetId, configurationId, agents } = await makeRunningFleet(4);
    const choice = { configurationId, maxErrorPercent: 50 };
    const { id } = (await world.roll(fleetId, choice)).body;
    await answerAll(agents.slice(0, 1), STATE.FAILED);
    await answerAll(agents.slice(1), STATE.APPLIED);
    expect(await world.rollout(id)).toMatchObject({
      state: 'SUCCEEDED',
      outcomes: { APPLIED: 3, FAILED: 1 },
    });
    expect((await world.fleet(fleetId)).statuses).toMatchObject({ HEALTHY: 3, ERROR: 1 });
  });

  test('an agent that says nothing fails in time: no rollout lasts for ever', async () => {
    const { fleetId, configurationId, agents } = await makeRunningFleet(1);
    const { id } = (await world.roll(fleetId, { configurationId, agentSeconds: 30 })).body;
    await agents[0]?.say();
    world.pass(31_000);
    await world.turn();
    const ended = await world.rollout(id);
    expect([ended.state, ended.agents[0].problem]).toEqual([
      'ROLLED_BACK',
      'It has not applied it within 30 s',
    ]);
  });

  test('one that is applied and makes the agent ill has failed', async () => {
    const { fleetId, configurationId, agents } = await makeRunningFleet(1);
    const { id } = (await world.roll(fleetId, { configurationId })).body;
    const offer = (await agents[0]?.say()) as ServerMessage;
    const health = { healthy: false, lastError: 'port is taken' };
    await agents[0]?.report(offer, STATE.APPLIED, '', { health });
    await world.turn();
    expect((await world.rollout(id)).reason).toMatch(/Not healthy with it: port is taken$/);
  });

  test('an agent that was ill before does not count against it', async () => {
    const { fleetId, configurationId, agents } = await makeRunningFleet(1);
    const health = { healthy: false, lastError: 'no disk' };
    await agents[0]?.say({ health });
    const { id } = (await world.roll(fleetId, { configurationId })).body;
    await answerAll(agents, STATE.APPLIED);
    expect(await world.rollout(id)).toMatchObject({ state: 'SUCCEEDED', outcomes: { APPLIED: 1 } });
  });

  test('paused: what was offered is applied, and no further step begins [R2.2-17]', async () => {
    const { fleetId, configurationId, agents } = await makeRunningFleet(4);
    const { id } = (await world.roll(fleetId, { configurationId, steps: [25, 100] })).body;
    const path = { rolloutId: id };
    expect((await world.api.call('pauseRollout', { path })).status).toBe(200);
    expect(await world.rollout(id)).toMatchObject({ state: 'ROLLING_OUT', isPaused: true });
    expect(await answerAll(agents, STATE.APPLIED)).toBe(1);
    expect(await answerAll(agents, STATE.APPLIED)).toBe(0);
    expect(await world.rollout(id)).toMatchObject({ state: 'WAITING', isPaused: true, step: 1 });
    const again = await world.api.call('pauseRollout', { path });
    expect([again.status, again.body.message]).toEqual([409, 'This rollout is paused already']);

    expect((await world.api.call('resumeRollout', { path })).status).toBe(200);
    await world.turn();
    expect(await world.rollout(id)).toMatchObject({ state: 'ROLLING_OUT', isPaused: false, step: 1 });
    const late = await world.api.call('pauseRollout', { path });
    expect([late.status, late.body.message]).toEqual([
      409,
      expect.stringMatching(/^Its last step has begun.*; cancel it to take it back$/),
    ]);
    expect(await answerAll(agents, STATE.APPLIED)).toBe(3);
    expect((await world.rollout(id)).state).toBe('SUCCEEDED');
    const ended = await world.api.call('resumeRollout', { path });
    expect([ended.status, ended.body.message]).toEqual([409, 'This rollout has ended already']);
  });

  test('paused: too many errors roll it back, and it stays so after a restart', async () => {
    const { fleetId, configurationId } = await makeRunningFleet(2);
    const { id } = (await world.roll(fleetId, { configurationId, steps: [50, 100] })).body;
    await world.api.call('pauseRollout', { path: { rolloutId: id } });
    const { store } = world.api;
    await world.api.service.stop();
    world = await startFleetService({ store });
    await world.turn();
    expect(await world.rollout(id)).toMatchObject({ state: 'ROLLING_OUT', isPaused: true });
    world.pass(121_000);
    await world.turn();
    expect(await world.rollout(id)).toMatchObject({ state: 'ROLLED_BACK', isPaused: false });
  });

  test('one agent that failed is offered it again, and the rollout waits for it [R2.1-41]', async () => {
    const { fleetId, configurationId, agents } = await makeRunningFleet(4);
    const choice = { configurationId, maxErrorPercent: 100, steps: [50, 100] };
    const { id } = (await world.roll(fleetId, choice)).body;
    const [, bad] = agents;
    await bad?.report((await bad.say()) as ServerMessage, STATE.FAILED, 'the port is taken');
    await world.turn();
    expect(await world.rollout(id)).toMatchObject({ step: 0, outcomes: { FAILED: 1, WAITING: 1 } });
    const path = { agentId: (await world.agent('host-2')).id };
    expect(await world.agent('host-2')).toMatchObject({ status: 'ERROR', canRetry: true });
    world.pass(1000);
    expect((await world.api.call('retryAgent', { path })).status).toBe(200);
    expect(await world.rollout(id)).toMatchObject({ step: 0, outcomes: { FAILED: 0, WAITING: 2 } });
    const again = await world.agent('host-2');
    expect(again).toMatchObject({ status: 'CONFIGURING', canRetry: true });
    expect(again.events[0]).toMatchObject({
      kind: 'OFFERED',
      text: 'Local administrator asked it to try version 2 of its configuration again',
    });
    expect(await answerAll(agents, STATE.APPLIED)).toBe(2);
    expect(await world.rollout(id)).toMatchObject({ step: 1, outcomes: { FAILED: 0, APPLIED: 2 } });
    const refused = await world.api.call('retryAgent', { path });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This agent has applied its configuration; restart it to begin anew',
    ]);
  });

  test('an agent that failed is offered it again after the end, and not while away', async () => {
    const { fleetId, configurationId, agents } = await makeRunningFleet(2);
    const { id } = (await world.roll(fleetId, { configurationId, maxErrorPercent: 50 })).body;
    await answerAll(agents.slice(0, 1), STATE.FAILED);
    await answerAll(agents.slice(1), STATE.APPLIED);
    const path = { agentId: (await world.agent('host-1')).id };
    world.pass(1000);
    await world.api.call('retryAgent', { path });
    expect(await answerAll(agents, STATE.APPLIED)).toBe(1);
    expect((await world.fleet(fleetId)).statuses).toMatchObject({ HEALTHY: 2 });
    expect(await world.rollout(id)).toMatchObject({ state: 'SUCCEEDED', outcomes: { FAILED: 1 } });
    await agents[0]?.say({ agentDisconnect: {} });
    expect((await world.api.call('retryAgent', { path })).body.message).toMatch(/is not connected/);
  });

  test('canceled: agents go back to what they had', async () => {
    const { fleetId, configurationId, agents } = await makeRunningFleet(2);
    const { id } = (await world.roll(fleetId, { configurationId, steps: [50, 100] })).body;
    const [first] = agents;
    await first?.report((await first.say()) as ServerMessage, STATE.APPLYING);
    expect((await world.api.call('cancelRollout', { path: { rolloutId: id } })).status).toBe(200);
    expect(await world.rollout(id)).toMatchObject({
      state: 'ROLLING_BACK',
      reason: 'Canceled by Local administrator',
    });
    expect(await answerAll(agents, STATE.APPLIED)).toBe(1);
    expect((await world.rollout(id)).state).toBe('ROLLED_BACK');
    const again = await world.api.call('cancelRollout', { path: { rolloutId: id } });
    expect([again.status, again.body.message]).toEqual([409, 'This rollout has ended already']);
  });

  test('who was away gets it on return; who joins later too', async () => {
    const { fleetId, token, configurationId, agents } = await makeRunningFleet(2);
    await agents[1]?.say({ agentDisconnect: {} });
    const { id } = (await world.roll(fleetId, { configurationId })).body;
    const late = world.join(token, 9);
    expect(readOffer(await late.hello())).toBe(COLLECTOR);
    await answerAll(agents.slice(0, 1), STATE.APPLIED);
    expect(await world.rollout(id)).toMatchObject({ state: 'SUCCEEDED', outcomes: { APPLIED: 1, AWAY: 1 } });
    expect(readOffer((await agents[1]?.say()) as ServerMessage)).toBe(withLevel('detailed'));
    expect(readOffer(await late.say())).toBe(withLevel('detailed'));
  });

  test('to a new fleet that fails stops, and offers it no more', async () => {
    const configurationId = await world.makeConfiguration();
    const { fleetId, token } = await world.makeFleet();
    const agent = world.join(token, 1);
    await agent.hello();
    const { id } = (await world.roll(fleetId, { configurationId })).body;
    expect(await answerAll([agent], STATE.FAILED)).toBe(1);
    expect((await world.rollout(id)).state).toBe('STOPPED');
    world.pass(31_000);
    expect(readOffer(await agent.say())).toBeUndefined();
    expect(await world.fleet(fleetId)).toMatchObject({ configuration: null, statuses: { UNMANAGED: 1 } });
  });

  test('goes on where it was after a restart', async () => {
    const { fleetId, configurationId, agents } = await makeRunningFleet(2);
    const { id } = (await world.roll(fleetId, { configurationId })).body;
    const answers = [];
    for (const agent of agents) answers.push(await agent.say());
    const { store } = world.api;
    const former = world;
    await former.api.service.stop();
    world = await startFleetService({ store });
    const joined = await world.agents();
    expect(joined.map(({ isConnected }: { isConnected: boolean }) => isConnected)).toEqual([true, true]);
    expect((await world.rollout(id)).state).toBe('ROLLING_OUT');
    expect(answers.map(readOffer)).toEqual([withLevel('detailed'), withLevel('detailed')]);
  });
});

describe('what is refused', () => {
  test.each([
    ['steps that do not grow', { steps: [50, 50, 100] }, 'each share must be larger than the one before'],
    ['steps that leave agents out', { steps: [10, 50] }, 'the last step must be 100'],
    ['an unknown version', { version: 7 }, "must be a version of 'Gateway', from 1 to 2"],
  ])('%s', async (_, more, message) => {
    const { fleetId, configurationId } = await makeRunningFleet(1);
    const { status, body } = await world.roll(fleetId, { configurationId, ...more });
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  test('a second rollout while one is under way', async () => {
    const { fleetId, configurationId } = await makeRunningFleet(1);
    await world.roll(fleetId, { configurationId });
    const { status, body } = await world.roll(fleetId, { configurationId });
    expect([status, body.message]).toEqual([
      409,
      expect.stringMatching(/under way; wait for its end or cancel/),
    ]);
    const path = { configurationId };
    expect((await world.api.call('deleteConfiguration', { path })).body.message).toMatch(/^'Gateway' is the/);
  });

  test('a component that an agent of the fleet lacks, with line and path', async () => {
    const { fleetId, agents } = await makeRunningFleet(1);
    const content = COLLECTOR.replace('debug:', 'debug/two:').replace('[debug]', '[debug/two]');
    const configurationId = await world.makeConfiguration(content, 'Two');
    const kinds = {
      receivers: { subComponentMap: { otlp: {} } },
      exporters: { subComponentMap: { otlp: {} } },
    };
    await agents[0]?.say({ availableComponents: { hash: Buffer.from('h'), components: kinds } });
    const { status, body } = await world.roll(fleetId, { configurationId });
    expect([status, body.details[0].line]).toEqual([400, 6]);
    expect(body.details[0].field).toBe('rollout.configurationId.exporters.debug/two');
    expect(body.message).toContain(
      '1 agent of the fleet, such as host-1, has no debug among exporters (line 6, exporters.debug/two)',
    );
  });

  test('a configuration of another site, and an agent that is connected', async () => {
    const { fleetId, agents } = await makeRunningFleet(1);
    const site = { name: 'Far', vendor: 'AWS' };
    const other = (await world.api.call('createSite', { body: { site } })).body.id;
    const configuration = { siteId: other, name: 'Far', content: COLLECTOR };
    const made = await world.api.call('createConfiguration', { body: { configuration } });
    const refused = await world.roll(fleetId, { configurationId: made.body.id });
    expect(refused.body.message).toContain('must be a configuration of the same site');
    const [one] = await world.agents();
    const path = { agentId: one.id };
    expect((await world.api.call('deleteAgent', { path })).body.message).toMatch(
      /is connected; stop it first/,
    );
    expect((await world.api.call('deleteFleet', { path: { fleetId } })).body.message).toMatch(
      /^1 agent of 'Edge' is/,
    );
    await agents[0]?.say({ agentDisconnect: {} });
    expect((await world.api.call('deleteAgent', { path })).status).toBe(200);
    expect((await world.api.call('deleteFleet', { path: { fleetId } })).status).toBe(200);
    expect((await world.api.call('listFleets')).body.fleets).toEqual([]);
  });
});

describe('a configuration', () => {
  const check = async (content: string) => {
    const configuration = { siteId: world.api.siteId, content };
    return (await world.api.call('checkConfiguration', { body: { configuration } })).body.problems;
  };

  test.each([
    ['no YAML', 'receivers: [', 1, '', /./],
    ['no map', '- a', 1, '', /is a map with receivers/],
    ['an unknown section', `${COLLECTOR}sinks: {}\n`, 12, 'sinks', /'sinks' is no section/],
    ['no service', 'receivers:\n  otlp:\n', 1, 'service', /service is required/],
    [
      'an undefined exporter',
      COLLECTOR.replace('[debug]', '[kafka]'),
      11,
      'service.pipelines.logs.exporters.0',
      /'kafka' is not defined under exporters/,
    ],
    [
      'no receiver',
      COLLECTOR.replace('[otlp]', '[]'),
      10,
      'service.pipelines.logs.receivers',
      /At least one of receivers/,
    ],
    [
      'a pipeline of nothing',
      COLLECTOR.replace('logs:', 'logz:'),
      9,
      'service.pipelines.logz',
      /'logz' is no pipeline/,
    ],
  ])('with %s is refused with line and path [R2.1-49]', async (_, content, line, path, message) => {
    const configuration = { siteId: world.api.siteId, name: 'Bad', content };
    const { status, body } = await world.api.call('createConfiguration', { body: { configuration } });
    const [first] = body.details;
    expect([status, first.line]).toEqual([400, line]);
    expect(first.field).toBe(`configuration.content${path && `.${path}`}`);
    expect(first.message.startsWith(`line ${line}${path && ` (${path})`}: `)).toBe(true);
    expect(first.message).toMatch(message);
    expect((await check(content))[0]).toMatchObject({ severity: 'error', line, field: path });
    expect((await world.api.call('listConfigurations')).body.configurations).toEqual([]);
  });

  test('connectors join two pipelines', async () => {
    const content = `receivers:
  otlp:
exporters:
  debug:
connectors:
  count:
service:
  pipelines:
    logs:
      receivers: [otlp]
      exporters: [count]
    metrics/second:
      receivers: [count]
      exporters: [debug]
`;
    expect(await check(content)).toEqual([]);
  });

  test('components that no agent has are warned of, not refused', async () => {
    const { token } = await world.makeFleet();
    const components = { exporters: { subComponentMap: { otlp: {} } } };
    await world.join(token, 1).hello({ availableComponents: { hash: Buffer.from('h'), components } });
    expect(await check(COLLECTOR)).toMatchObject([
      {
        ...{ severity: 'warning', line: 6, field: 'exporters.debug' },
        message: 'No agent of the site has debug among its exporters',
      },
    ]);
    expect(await world.makeConfiguration()).toMatch(/^8/);
  });

  test('changed content is a new version; the rest is not; content is sealed', async () => {
    const id = await world.makeConfiguration();
    const change = (more: object) =>
      world.api.call('updateConfiguration', { body: { configuration: { id, ...more } } });
    expect((await change({ name: 'Renamed' })).body.configuration.version).toBe(1);
    expect((await change({ content: COLLECTOR })).body.configuration.version).toBe(1);
    expect((await change({ content: withLevel('detailed') })).body.configuration.version).toBe(2);
    const path = { configurationId: id };
    const first = (await world.api.call('getConfiguration', { path, query: { version: 1 } })).body
      .configuration;
    expect([first.content, first.shownVersion, first.version]).toEqual([COLLECTOR, 1, 2]);
    expect((await world.api.call('getConfiguration', { path, query: { version: 3 } })).status).toBe(404);
    expect((await world.api.store.fleetConfigurations.findVersion(id, 1))?.content).not.toContain('otlp');
  });

  test('names are taken once on a site, and stale writes are refused', async () => {
    const id = await world.makeConfiguration();
    const configuration = { siteId: world.api.siteId, name: 'GATEWAY', content: COLLECTOR };
    expect((await world.api.call('createConfiguration', { body: { configuration } })).status).toBe(409);
    const body = { configuration: { id, name: 'Other' } };
    expect(
      (await world.api.call('updateConfiguration', { body, headers: { 'if-match': '"7"' } })).status,
    ).toBe(412);
    await world.makeFleet();
    const fleet = { siteId: world.api.siteId, name: 'edge' };
    expect((await world.api.call('createFleet', { body: { fleet } })).status).toBe(409);
  });
});

describe('a restart', () => {
  test('an agent that polls is told once, when it asks next', async () => {
    const { token } = await world.makeFleet();
    const agent = world.join(token, 1);
    await agent.hello({ capabilities: MANAGED | CAN.restart });
    const [{ id: agentId }] = await world.agents();
    expect((await world.api.call('restartAgent', { path: { agentId } })).status).toBe(200);
    expect((await agent.say()).command).toMatchObject({ type: 0 });
    expect((await agent.say()).command).toBeUndefined();
  });

  test('is refused to who is away or accepts none, with what to do', async () => {
    const { token } = await world.makeFleet();
    const agent = world.join(token, 1);
    await agent.hello();
    const [{ id: agentId }] = await world.agents();
    const ask = async () => (await world.api.call('restartAgent', { path: { agentId } })).body;
    expect(await ask()).toMatchObject({
      code: 'ACTION_REFUSED',
      message: expect.stringContaining('accepts_restart_command: true'),
    });
    world.pass(91_000);
    expect((await ask()).message).toMatch(/is not connected, .* start it on its machine$/);
    expect((await agent.say()).command).toBeUndefined();
  });
});
