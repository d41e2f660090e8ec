// Slow: a rollout waits for its maintenance window, which begins with a minute.
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/product.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { Collector } from './collector.ts';
import { type OpampService, startOpampService } from './opamp-service.ts';
import { buildSmallCollector, LISTEN, SMALL_COLLECTOR } from './rendered-collector.ts';
import { buildSupervisor, SUPERVISOR, Supervisor } from './supervisor.ts';

const PATIENCE_MS = 120_000;
const MINUTE_MS = 60_000;
const ALL_DAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

type Event = { at: string; kind: string };

let service: OpampService;
let supervisors: Supervisor[] = [];
let alone: Collector | undefined;

beforeAll(() => {
  buildSmallCollector();
  buildSupervisor();
}, 1_800_000);
beforeEach(async () => {
  service = await startOpampService();
});
afterEach(async () => {
  await Promise.all([...supervisors.map((one) => one.kill()), alone?.kill()]);
  supervisors = [];
  alone = undefined;
  await service.stop();
});

const readAgent = async (agentId: string) =>
  (await service.world.api.call('getAgent', { path: { agentId } })).body.agent;
const withLogs = (error: unknown): never => {
  throw new Error(supervisors.map((one) => one.log()).join('\n'), { cause: error });
};
const reach = <T>(read: () => Promise<T>, expected: object): Promise<T> =>
  eventually(async () => {
    const found = await read();
    expect(found).toMatchObject(expected);
    return found;
  }, PATIENCE_MS).catch(withLogs);

/** Waits until the one that `start` brings has enrolled. @returns the id of its agent */
async function join(start: () => Promise<void>): Promise<string> {
  const known = new Set((await service.world.agents()).map(({ id }: { id: string }) => id));
  await start();
  const { id } = await reach(
    async () => (await service.world.agents()).find((agent: { id: string }) => !known.has(agent.id)),
    { status: 'UNMANAGED', isConnected: true },
  );
  return id;
}
const supervise = (token: string) =>
  join(async () => {
    const supervisor = new Supervisor(makeTempFolder(), buildSmallCollector);
    supervisors.push(supervisor);
    supervisor.start(service.settingsOf(token), { OTLP_PORT: String(await freePort()) });
  });

/** A Collector that reports itself, and has no supervisor. */
const startAlone = (token: string) =>
  join(async () => {
    alone = new Collector(makeTempFolder(), buildSmallCollector);
    const [, endpoint] = /endpoint: (\S+)/.exec(service.settingsOf(token)) ?? [];
    const headers = { Authorization: `Bearer ${token}` };
    const pipeline = { receivers: ['nop'], exporters: ['nop'] };
    const config = {
      extensions: { opamp: { server: { ws: { endpoint, headers } } } },
      ...{ receivers: { nop: {} }, exporters: { nop: {} } },
      service: {
        extensions: ['opamp'],
        telemetry: { metrics: { level: 'none' } },
        pipelines: { logs: pipeline },
      },
    };
    await alone.start(JSON.stringify(config));
  });

const formatTimeOfDay = (time: number): string => new Date(time).toISOString().slice(11, 16);

describe(`stages of ${SMALL_COLLECTOR} under the ${SUPERVISOR}`, () => {
  it('a rollout waits for its window, then goes by label and by shares [R2.2-17]', async () => {
    const { api, makeFleet, makeConfiguration, roll, rollout, fleet } = service.world;
    const { fleetId } = await makeFleet();
    const labeled = { labels: { environment: 'staging' } };
    const made = await api.call('createFleetToken', { path: { fleetId }, body: labeled });
    const staging = await supervise(made.body.token);
    const plain = await api.call('createFleetToken', { path: { fleetId }, body: {} });
    const second = await supervise(plain.body.token);
    const rotated = await api.call('rotateFleetToken', { path: { tokenId: plain.body.id }, body: {} });
    const third = await supervise(rotated.body.token);
    const unsupervised = await startAlone(rotated.body.token);
    const all = [staging, second, third];

    // It opens with a minute that is not too near, and is closed until then.
    const opens = Math.ceil((Date.now() + 10_000) / MINUTE_MS) * MINUTE_MS;
    const [from, to] = [opens, opens + 30 * MINUTE_MS].map(formatTimeOfDay);
    const maintenanceWindow = { days: ALL_DAYS, from, to, timeZone: 'UTC' };
    await api.call('updateFleet', { body: { fleet: { id: fleetId, maintenanceWindow } } });
    const configurationId = await makeConfiguration(LISTEN);
    const choice = { configurationId, steps: ['environment=staging', 50, 100] };
    const { id: rolloutId } = (await roll(fleetId, choice)).body;
    const readRollout = () => rollout(rolloutId);
    expect(await readRollout()).toMatchObject({
      state: 'WAITING',
      goesOnAt: new Date(opens).toISOString(),
    });
    for (const id of all) expect(await readAgent(id)).toMatchObject({ status: 'UNMANAGED' });

    await reach(readRollout, { state: 'SUCCEEDED', outcomes: { APPLIED: 3, AWAY: 1, FAILED: 0 } });
    const agents = await Promise.all(
      all.map((id) => reach(() => readAgent(id), { status: 'HEALTHY', configState: 'APPLIED' })),
    );
    const timeOf = (agent: { events: Event[] } | undefined, kind: string): number =>
      Date.parse(agent?.events.findLast((event) => event.kind === kind)?.at ?? '');
    expect(timeOf(agents[0], 'OFFERED')).toBeGreaterThanOrEqual(opens);
    // Each step begins once the one before has been applied.
    for (const [at, agent] of agents.slice(1).entries())
      expect(timeOf(agent, 'OFFERED')).toBeGreaterThanOrEqual(timeOf(agents[at], 'APPLIED'));

    expect(await readAgent(unsupervised)).toMatchObject({
      status: 'INCOMPATIBLE',
      reason: 'It accepts no configuration: run it under the OpAMP supervisor to have it managed',
    });
    expect(await fleet(fleetId)).toMatchObject({ statuses: { HEALTHY: 3, INCOMPATIBLE: 1 } });
  });
});
