// Slow: a supervisor gives its Collector ten seconds for each configuration.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renderGraph } from '../../src/collector/render.ts';
import type { FleetService } from '../api/support/fleets.ts';
import { Receiver } from '../collector/receiver.ts';
import { buildGraph, type Suite } from '../collector/suite.ts';
import { eventually } from '../harness/eventually.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { type OpampService, startOpampService } from './opamp-service.ts';
import { buildRenderedCollector, RENDERED_COLLECTOR } from './rendered-collector.ts';
import { buildSupervisor, SUPERVISOR, Supervisor } from './supervisor.ts';

const PATIENCE_MS = 120_000;
const SUITE: Suite = {
  component: 'filter',
  title: 'errors',
  steps: [
    [
      'filter',
      {
        action: 'keep',
        match: { match: 'all', rules: [{ field: 'message', operator: 'contains', value: 'error' }] },
      },
    ],
  ],
  lines: [],
};

let service: OpampService;
let world: FleetService;
let receiver: Receiver;
let supervisor: Supervisor;
let folder = '';
let lines = '';

beforeAll(() => {
  buildRenderedCollector();
  buildSupervisor();
}, 1_800_000);
beforeEach(async () => {
  folder = makeTempFolder();
  lines = join(folder, 'app.log');
  receiver = await Receiver.start();
  service = await startOpampService();
  world = service.world;
  supervisor = new Supervisor(folder);
});
afterEach(async () => {
  await supervisor.kill();
  await service.stop();
  await receiver.stop();
});

const render = (): string =>
  renderGraph(buildGraph(SUITE, 1, { path: lines, url: receiver.url })).content ?? '';

const onlyAgent = async () => {
  const [found] = await world.agents();
  return (await world.api.call('getAgent', { path: { agentId: found?.id } })).body.agent;
};
const become = (face: object) =>
  eventually(async () => {
    expect(await onlyAgent()).toMatchObject(face);
    return onlyAgent();
  }, PATIENCE_MS).catch((error: unknown) => {
    throw new Error(supervisor.log(), { cause: error });
  });
const reach = (status: string, more: object = {}) => become({ status, ...more });
const bodies = (): unknown[] =>
  receiver.of(1, 'all').map(({ body }) => (body as { stringValue: string }).stringValue);

describe(`${RENDERED_COLLECTOR} under the ${SUPERVISOR}`, () => {
  it('joins, runs a pipeline, returns from a broken one, restarts, survives kill -9 [R2.1-44]', async () => {
    const { fleetId, token } = await world.makeFleet();
    supervisor.start(service.settingsOf(token));
    const joined = await reach('UNMANAGED', { isConnected: true, acceptsConfiguration: true });
    await eventually(async () => {
      const { components } = await onlyAgent();
      expect(components.receivers).toContain('filelog');
    }, PATIENCE_MS);

    appendFileSync(lines, 'first error\nfine\n');
    const configurationId = await world.makeConfiguration(render());
    const { id: first } = (await world.roll(fleetId, { configurationId })).body;
    await reach('HEALTHY', { configState: 'APPLIED' });
    await eventually(async () => expect((await world.rollout(first)).state).toBe('SUCCEEDED'), PATIENCE_MS);
    await eventually(() => expect(bodies()).toEqual(['first error']), PATIENCE_MS);
    const { compared } = await onlyAgent();
    expect(compared.effective).toBe(compared.assigned);

    const broken = render().replace('start_at: beginning', 'start_at: sideways');
    await world.api.call('updateConfiguration', {
      body: { configuration: { id: configurationId, content: broken } },
    });
    const { id: second } = (await world.roll(fleetId, { configurationId })).body;
    await eventually(
      async () => expect((await world.rollout(second)).state).toBe('ROLLED_BACK'),
      PATIENCE_MS,
    );
    const { events } = await reach('HEALTHY', { configuration: { version: 1 } });
    expect(events.find(({ kind }: { kind: string }) => kind === 'FAILED')?.text).toContain(
      'exited unexpectedly',
    );
    // The supervisor says no more, but has written what its Collector said.
    expect(readFileSync(join(folder, 'supervisor.log'), 'utf8')).toContain(
      "invalid start_at location 'sideways'",
    );
    appendFileSync(lines, 'second error\n');
    await eventually(() => expect(bodies()).toEqual(['first error', 'second error']), PATIENCE_MS);

    const before = supervisor.collectorPid();
    expect(before).toBeGreaterThan(0);
    expect((await world.api.call('restartAgent', { path: { agentId: joined.id } })).status).toBe(200);
    await eventually(() => {
      const now = supervisor.collectorPid();
      expect(now > 0 && now !== before).toBe(true);
    }, PATIENCE_MS);
    await reach('HEALTHY');

    await supervisor.kill();
    await reach('DISCONNECTED');
    appendFileSync(lines, 'third error\n');
    supervisor.start(service.settingsOf(token));
    const back = await reach('HEALTHY', { isConnected: true });
    expect(back.id).toBe(joined.id);
    expect(await world.agents()).toHaveLength(1);
    await eventually(
      () => expect(bodies()).toEqual(['first error', 'second error', 'third error']),
      PATIENCE_MS,
    );
  });

  it('over plain HTTP: joins, runs a pipeline, goes back from a broken one', async () => {
    const { fleetId, token } = await world.makeFleet();
    supervisor.start(service.settingsOf(token).replace('endpoint: ws:', 'endpoint: http:'));
    await reach('UNMANAGED', { isConnected: true, transport: 'http' });
    appendFileSync(lines, 'first error\nfine\n');
    const configurationId = await world.makeConfiguration(render());
    const { id: first } = (await world.roll(fleetId, { configurationId })).body;
    const end = (id: string, state: string) =>
      eventually(async () => expect((await world.rollout(id)).state).toBe(state), PATIENCE_MS);
    await end(first, 'SUCCEEDED');
    await reach('HEALTHY', { configState: 'APPLIED', transport: 'http' });
    await eventually(() => expect(bodies()).toEqual(['first error']), PATIENCE_MS);
    const broken = render().replace('start_at: beginning', 'start_at: sideways');
    await world.api.call('updateConfiguration', {
      body: { configuration: { id: configurationId, content: broken } },
    });
    const { id: second } = (await world.roll(fleetId, { configurationId })).body;
    await end(second, 'ROLLED_BACK');
    await reach('HEALTHY', { configuration: { version: 1 } });
  });

  it('uses a credential of its own, which it forgets when it is restarted', async () => {
    const { token, tokenId } = await world.makeFleet();
    const settings = service
      .settingsOf(token)
      .replace('capabilities:\n', 'capabilities:\n  accepts_opamp_connection_settings: true\n');
    supervisor.start(settings);
    const { id: agentId } = await become({ acceptsCredential: true, credential: 'OWN' });
    await world.api.call('revokeFleetToken', { path: { tokenId } });
    const readUses = async () => {
      const { events } = await onlyAgent();
      const uses = 'It uses its new credential: the former one has ended';
      return events.filter(({ text }: { text: string }) => text === uses).length;
    };
    // With each new credential it says that it is not healthy, until its Collector says something: that may be at
    // once, while it starts.
    await eventually(async () => {
      const before = await readUses();
      await world.api.call('rotateAgentCredential', { path: { agentId } });
      await eventually(async () => expect(await readUses()).toBe(before + 1), PATIENCE_MS);
      expect(await onlyAgent()).toMatchObject({ status: 'ERROR', isConnected: true, credential: 'OWN' });
    }, PATIENCE_MS);
    await world.api.call('restartAgent', { path: { agentId } });
    await reach('UNMANAGED', { isConnected: true });

    await supervisor.kill();
    await reach('DISCONNECTED');
    supervisor.start(settings);
    await eventually(() => expect(supervisor.log()).toContain('401'), PATIENCE_MS);
    expect((await onlyAgent()).isConnected).toBe(false);
  });
});
