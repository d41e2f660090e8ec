// Slow: a supervisor gives its Collector ten seconds for each configuration.
import { createServer, type Server } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/product.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { listen, type OpampService, startOpampService } from './opamp-service.ts';
import { buildSmallCollector, LISTEN, SMALL_COLLECTOR } from './rendered-collector.ts';
import { buildSupervisor, SUPERVISOR, Supervisor } from './supervisor.ts';

const PATIENCE_MS = 120_000;

let service: OpampService;
let supervisors: Supervisor[] = [];
let fleetId = '';
let token = '';

const close = (server: Server) => new Promise<void>((done) => void server.close(() => done()));

beforeAll(() => {
  buildSmallCollector();
  buildSupervisor();
}, 1_800_000);
beforeEach(async () => {
  service = await startOpampService();
  ({ fleetId, token } = await service.world.makeFleet());
});
afterEach(async () => {
  await Promise.all(supervisors.map((one) => one.kill()));
  supervisors = [];
  await service.stop();
});

const readAgent = async (agentId: string) =>
  (await service.world.api.call('getAgent', { path: { agentId } })).body.agent;

const withLogs = (error: unknown): never => {
  throw new Error(supervisors.map((one) => one.log()).join('\n'), { cause: error });
};
const reach = (agentId: string, expected: object) =>
  eventually(async () => expect(await readAgent(agentId)).toMatchObject(expected), PATIENCE_MS).catch(
    withLogs,
  );
const reachRollout = (rolloutId: string, expected: object) =>
  eventually(
    async () => expect(await service.world.rollout(rolloutId)).toMatchObject(expected),
    PATIENCE_MS,
  ).catch(withLogs);

/** Waits until it has enrolled. @returns the id of its agent */
async function join(port: number): Promise<string> {
  const known = new Set((await service.world.agents()).map(({ id }: { id: string }) => id));
  const supervisor = new Supervisor(makeTempFolder(), buildSmallCollector);
  supervisors.push(supervisor);
  supervisor.start(service.settingsOf(token), { OTLP_PORT: String(port) });
  return eventually(async () => {
    const found = (await service.world.agents()).find(({ id }: { id: string }) => !known.has(id));
    expect(found).toMatchObject({ status: 'UNMANAGED', isConnected: true });
    return found.id as string;
  }, PATIENCE_MS).catch(withLogs);
}

describe(`a rollout to ${SMALL_COLLECTOR} under the ${SUPERVISOR}`, () => {
  it('is paused, offers one agent that failed its configuration again, and finishes', async () => {
    const { world } = service;
    const holder = createServer();
    const first = await join(await listen(holder));
    const second = await join(await freePort());
    const configurationId = await world.makeConfiguration(LISTEN);
    const choice = { configurationId, steps: [50, 100], maxErrorPercent: 100 };
    const { id: rolloutId } = (await world.roll(fleetId, choice)).body;

    expect((await world.api.call('pauseRollout', { path: { rolloutId } })).status).toBe(200);
    await reachRollout(rolloutId, { state: 'WAITING', step: 1, isPaused: true, outcomes: { FAILED: 1 } });
    await reach(first, { status: 'ERROR', canRetry: true });
    const { events: told } = await readAgent(first);
    expect(told).toContainEqual(
      expect.objectContaining({
        kind: 'LOGGED_ERROR',
        text: expect.stringMatching(/^receiver:otlp: .*address already in use/),
      }),
    );
    expect(await readAgent(second)).toMatchObject({ status: 'UNMANAGED', configuration: null });

    // It says at once that it has applied it, and its port is taken for some seconds more.
    expect((await world.api.call('retryAgent', { path: { agentId: first } })).status).toBe(200);
    await reach(first, { status: 'ERROR', configState: 'APPLIED' });
    expect(await world.rollout(rolloutId)).toMatchObject({ outcomes: { FAILED: 0, WAITING: 1 } });
    await close(holder);
    await reach(first, { status: 'HEALTHY', configState: 'APPLIED' });
    await reachRollout(rolloutId, {
      state: 'WAITING',
      isPaused: true,
      outcomes: { FAILED: 0, APPLIED: 1, WAITING: 0 },
    });
    expect(await readAgent(second)).toMatchObject({ status: 'UNMANAGED', configuration: null });

    expect((await world.api.call('resumeRollout', { path: { rolloutId } })).status).toBe(200);
    await reachRollout(rolloutId, { state: 'SUCCEEDED', isPaused: false, outcomes: { APPLIED: 2 } });
    for (const agentId of [first, second])
      await reach(agentId, { status: 'HEALTHY', configState: 'APPLIED' });
    const { events } = await readAgent(first);
    const failure = events.find(({ kind }: { kind: string }) => kind === 'FAILED');
    expect(failure?.text).toMatch(/exited unexpectedly.*; it logged: receiver:otlp: .*already in use/);
  });
});
