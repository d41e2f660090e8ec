import { afterAll, beforeAll, expect, test } from 'vitest';
import { getNextSnapshot, type SnapshotFrom } from 'xstate';
import { hydrationJobModel } from '../../machines/hydration-job/hydration-job.model.ts';
import {
  type HydrationJobEvent,
  hydrationActionRefusal,
  hydrationDeleteRefusal,
  hydrationJobMachine,
} from '../../machines/hydration-job/index.ts';
import { defineModel, type SystemEvent } from '../../machines/model.ts';
import { HYDRATION_ACTIONS, HYDRATION_STATUSES, type HydrationAction } from '../../src/contract/enums.ts';
import type { ReplayProgress } from '../../src/engine/port.ts';
import { toReplayId } from '../../src/service/hydration/plan.ts';
import { buildArchivalBody, makeFileSink } from '../api/support/archives.ts';
import { makeConnections } from '../api/support/fixtures.ts';
import { startService, type TestService } from '../api/support/service.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { eventually } from '../harness/eventually.ts';
import { initialOf, makePaths } from '../harness/paths.ts';

let api: TestService;
let sourceId: string;
let sinkId: string;
beforeAll(async () => {
  api = await startService();
  ({ sourceId } = await makeConnections(api));
  const archiveId = await makeFileSink(api, 'Archive');
  await api.call('enableArchival', buildArchivalBody(api, sourceId, archiveId));
  sinkId = await makeFileSink(api, 'Out');
});
afterAll(() => api.stop());

/** The service takes a job at once: nobody sees it before. */
const model = defineModel({
  ...hydrationJobModel,
  name: 'hydration job over HTTP',
  from: getNextSnapshot(hydrationJobMachine, initialOf(hydrationJobModel), { type: 'service.taken' }),
});
type Snapshot = SnapshotFrom<typeof hydrationJobMachine>;
type Face = { jobStatus: string; isPaused: boolean };
/** A job with what holds the engine back while it starts. */
type World = { id: string; release: () => void; attempt: number };

const project = ({ value, context }: Snapshot): Face => ({
  jobStatus: value === 'DEFAULT' ? 'DEPLOYING' : value,
  isPaused: context.isPaused,
});

const read = async ({ id }: World): Promise<Face> => {
  const answer = await api.call('listHydrations', { query: { statuses: [...HYDRATION_STATUSES] } });
  const job = answer.body.hydrations.find((one: { id: string }) => one.id === id);
  return { jobStatus: job.jobStatus, isPaused: job.isPaused };
};
const until = (world: World, jobStatus: string) =>
  eventually(async () => expect((await read(world)).jobStatus).toBe(jobStatus), 30_000);
const act = async ({ id }: World, action: HydrationAction) =>
  expect((await api.call('runHydrationAction', { body: { id, action } })).status).toBe(200);

const report = ({ id, attempt }: World, progress: Partial<ReplayProgress>): void => {
  const buffer = { bytes: 0, maxBytes: 1, oldestAgeMs: 0, lingerMs: 0 };
  const nothing: ReplayProgress = {
    events: 0,
    bytes: 0,
    filesDone: 0,
    filesTotal: 1,
    chunksDone: 0,
    chunksTotal: 0,
    share: 0,
    position: 0,
    resumed: 0,
    cutOff: {},
    isDone: false,
    attempt,
    problem: '',
    unread: [],
    unreadCount: 0,
  };
  api.engine.report({
    type: 'counters',
    bootId: 'boot',
    at: Date.now(),
    pipelines: {},
    gauges: { [id]: { [sinkId]: { nodeId: sinkId, nodeType: 'SINK', busyMs: 0, retries: 0, buffer } } },
    replays: { [toReplayId(id)]: { ...nothing, ...progress } },
  });
};

const drivers: Drivers<HydrationJobEvent, World> = {
  'service.taken': () => undefined,
  'engine.started': async (world) => {
    world.release();
    await until(world, 'IN_PROGRESS');
  },
  'engine.failed': async (world) => {
    if ((await read(world)).jobStatus === 'IN_PROGRESS')
      report(world, { problem: 'The archive cannot be listed: x: It is no longer there' });
    else {
      api.engine.failNext('No such folder');
      world.release();
    }
    await until(world, 'FAILED');
  },
  'job.completed': async (world) => {
    report(world, { isDone: true, share: 1 });
    await until(world, 'COMPLETED');
  },
  'job.incomplete': async (world) => {
    const unread = [{ file: 'a.ndjson', reason: 'It is no longer there' }];
    report(world, { isDone: true, unread, unreadCount: 1 });
    await until(world, 'FAILED');
  },
  'user.pause': (world) => act(world, 'PAUSE'),
  'user.resume': (world) => act(world, 'RESUME'),
  'user.terminate': async (world) => {
    await act(world, 'TERMINATE');
    world.release();
    await eventually(() => expect(api.engine.plans.has(world.id)).toBe(false), 30_000);
  },
  'user.retry': async (world) => {
    world.release = api.engine.hold();
    world.attempt++;
    await act(world, 'RETRY');
    await until(world, 'DEPLOYING');
  },
  'user.delete': async ({ id }) => {
    expect((await api.call('deleteHydration', { path: { id } })).status).toBe(200);
  },
};

/** A job that the engine has not started yet. */
async function createJob() {
  const end = Math.floor(Date.now() / 1000) - 60;
  const hydration = { siteId: api.siteId, sourceId, sinkId, startTime: end - 3600, endTime: end };
  const release = api.engine.hold();
  const { id } = (await api.call('createHydration', { body: { hydration } })).body;
  const world: World = { id, release, attempt: 1 };
  await until(world, 'DEPLOYING');
  return {
    world,
    read: () => read(world),
    send: (event: HydrationJobEvent | SystemEvent) => sendBy(drivers, world, event as HydrationJobEvent),
    dispose: async () => {
      world.release();
      await api.service.services.hydrations.settled();
    },
  };
}

test('every transition over HTTP, and what a status forbids is refused [E16, R4-31, R4-34]', async () => {
  const paths = makePaths(model);
  await driveAll(paths, {
    drives: Object.keys(drivers),
    create: createJob,
    project,
    check: async (snapshot, { world: { id } }) => {
      const { value: jobStatus, context } = snapshot;
      const face = { jobStatus, isPaused: context.isPaused };
      if (jobStatus === 'DELETED') {
        expect((await api.call('getHydration', { path: { id } })).status).toBe(404);
        return;
      }
      for (const action of HYDRATION_ACTIONS)
        if (hydrationActionRefusal(face, action) !== undefined)
          expect((await api.call('runHydrationAction', { body: { id, action } })).status).toBe(409);
      if (hydrationDeleteRefusal(face) !== undefined)
        expect((await api.call('deleteHydration', { path: { id } })).status).toBe(409);
    },
  });
}, 240_000);
