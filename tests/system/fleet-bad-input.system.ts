// Slow: a supervisor gives its Collector ten seconds for each configuration.
import { createServer } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FleetService } from '../api/support/fleets.ts';
import { eventually } from '../harness/eventually.ts';
import { describeAgent } from '../harness/opamp.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { listen, type OpampService, startOpampService } from './opamp-service.ts';
import { buildSmallCollector, SMALL_COLLECTOR, SMALL_VERSION } from './rendered-collector.ts';
import { buildSupervisor, SUPERVISOR, Supervisor } from './supervisor.ts';

const PATIENCE_MS = 120_000;
const NOP = `receivers:
  nop:
exporters:
  nop:
service:
  pipelines:
    logs:
      receivers: [nop]
      exporters: [nop]
`;
const listenOn = (port: number) =>
  NOP.replace(
    '  nop:\n',
    `  otlp:\n    protocols:\n      grpc:\n        endpoint: 127.0.0.1:${port}\n`,
  ).replace('[nop]', '[otlp]');

let service: OpampService;
let world: FleetService;
let supervisor: Supervisor;
let fleetId = '';
let token = '';

beforeAll(() => {
  buildSmallCollector();
  buildSupervisor();
}, 1_800_000);
beforeEach(async () => {
  service = await startOpampService();
  world = service.world;
  ({ fleetId, token } = await world.makeFleet());
  supervisor = new Supervisor(makeTempFolder(), buildSmallCollector);
  supervisor.start(service.settingsOf(token));
});
afterEach(async () => {
  await supervisor.kill();
  await service.stop();
});

/** The agent with the lowest id: the Collector, which enrolled first. */
const collector = async () => {
  const [found] = (await world.agents()).toSorted((a: { id: string }, b: { id: string }) =>
    a.id.localeCompare(b.id),
  );
  return (await world.api.call('getAgent', { path: { agentId: found?.id } })).body.agent;
};
const reach = (expected: object) =>
  eventually(async () => expect(await collector()).toMatchObject(expected), PATIENCE_MS).catch(
    (error: unknown) => {
      throw new Error(supervisor.log(), { cause: error });
    },
  );
const roll = async (content: string, name: string) =>
  world.roll(fleetId, { configurationId: await world.makeConfiguration(content, name) });
const end = (rolloutId: string, state: string) =>
  eventually(async () => expect((await world.rollout(rolloutId)).state).toBe(state), PATIENCE_MS);

describe(`bad input of ${SMALL_COLLECTOR} under the ${SUPERVISOR}`, () => {
  it('says its version, and is not offered a component it lacks', async () => {
    await reach({ version: SMALL_VERSION, components: { receivers: ['nop', 'otlp'] } });
    const refused = await roll(NOP.replace('  nop:', '  filelog:').replace('[nop]', '[filelog]'), 'files');
    expect([refused.status, refused.body.details[0].line]).toEqual([400, 2]);
    expect(refused.body.message).toContain('has no filelog among receivers (line 2, receivers.filelog)');
    await reach({ status: 'UNMANAGED', isConnected: true });
    await end((await roll(NOP, 'nothing')).body.id, 'SUCCEEDED');
    await reach({ status: 'HEALTHY', configState: 'APPLIED' });
  });

  it('goes back from one that ends it at once, and returns when killed', async () => {
    await reach({ status: 'UNMANAGED' });
    await end((await roll(NOP, 'nothing')).body.id, 'SUCCEEDED');
    const taken = createServer();
    await end((await roll(listenOn(await listen(taken)), 'taken port')).body.id, 'ROLLED_BACK');
    taken.close();
    await reach({ status: 'HEALTHY', configuration: { name: 'nothing' } });
    const { events } = await collector();
    expect(events.some(({ kind }: { kind: string }) => kind === 'FAILED')).toBe(true);

    const before = supervisor.collectorPid();
    process.kill(before, 'SIGKILL');
    await eventually(() => {
      const now = supervisor.collectorPid();
      expect(now > 0 && now !== before).toBe(true);
    }, PATIENCE_MS);
    await reach({ status: 'HEALTHY', isConnected: true });
  });

  it('keeps its id and its row while another claims them with its token', async () => {
    await reach({ status: 'UNMANAGED', isConnected: true });
    await end((await roll(NOP, 'nothing')).body.id, 'SUCCEEDED');
    const { id } = await collector();
    const claimed = Buffer.from(supervisor.instanceId().replaceAll('-', ''), 'hex');
    const thief = world.join(token, 1);
    const answer = await thief.hello({ instanceUid: claimed, agentDescription: describeAgent('thief') });
    const given = Buffer.from(answer.agentIdentification?.newInstanceUid ?? '');
    expect(given).toHaveLength(16);
    expect(given.equals(claimed)).toBe(false);
    await thief.hello({ agentDescription: describeAgent('thief') });
    expect(await world.agents()).toHaveLength(2);
    await roll(`# Second\n${NOP}`, 'second');
    await reach({ id, status: 'HEALTHY', configuration: { name: 'second' } });
    expect((await collector()).host).not.toBe('thief');
  });
});
