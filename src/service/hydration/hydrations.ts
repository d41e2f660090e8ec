import { applyHydrationEvent, type HydrationJobEvent } from '../../../machines/hydration-job/index.ts';
import type { HydrationStatus } from '../../contract/enums.ts';
import {
  type EnginePort,
  type EngineProblem,
  type EngineReport,
  KEPT_EVENTS_LOST,
  type ReplayProgress,
} from '../../engine/port.ts';
import type { Clock } from '../clock.ts';
import { addNodeName, formatProblem, toEngineProblem } from '../engine-problems.ts';
import { createQueues } from '../lifecycle/queues.ts';
import type { Hub } from '../live/hub.ts';
import type { Log } from '../log.ts';
import { createRetries } from '../retries.ts';
import type { HydrationCourse, HydrationFigures } from '../store/hydrations.ts';
import type { Store } from '../store/index.ts';
import type { HydrationRow } from '../store/schema.ts';
import { addToLog, describeDelay, describeEvent, describeProgress } from './job-log.ts';
import { buildHydrationPlan, type HydrationPlanTools, toReplayId } from './plan.ts';
import { NO_SPEED, type Speed, SpeedMeter } from './speed.ts';

const SAVE_MS = 2000;
/** Time to write the transforms' state once all was read. */
const FINISH_DRAIN_MS = 60_000;
const TERMINATE_DRAIN_MS = 10_000;

type Tools = HydrationPlanTools & {
  store: Store;
  engine: EnginePort;
  hub: Hub;
  clock: Clock;
  /** Monotonic, in ms. */
  steady: Clock;
  log: Log;
  isRemote(siteId: string): boolean;
};

export type Hydrations = {
  start(): Promise<void>;
  resume(siteId: string): Promise<void>;
  stop(): void;
  settled(): Promise<void>;
  follow(id: string): void;
  take(report: EngineReport): void;
  figuresOf(id: string): Partial<HydrationFigures>;
  speedOf(id: string): Speed;
};

type Held = {
  progress: ReplayProgress | undefined;
  readonly speed: SpeedMeter;
  savedAt: number;
  isEnding: boolean;
};

const toFigures = (progress: ReplayProgress): HydrationFigures => ({
  events: progress.events,
  bytes: progress.bytes,
  share: progress.share,
  position: progress.position,
  files_read: progress.filesDone,
  files_total: progress.filesTotal,
  chunks_done: progress.chunksDone,
  chunks_total: progress.chunksTotal,
  resumed_count: progress.resumed,
  // Missing from earlier engines.
  cut_off: JSON.stringify(progress.cutOff ?? {}),
  unread: JSON.stringify(progress.unread),
  unread_count: progress.unreadCount,
});

const describeUnread = (count: number): string =>
  formatProblem({
    errorName: 'ArchiveFilesNotRead',
    message: `${count === 1 ? 'One file' : `${count} files`} of the archive could not be fully read; everything else was hydrated`,
    causes: ['The file was cut short, damaged or deleted, or its bucket did not send it'],
    resolutions: ['Restore what is missing, then retry: only that is read then'],
  });

const describeFolder = (problem: string): EngineProblem => ({
  errorName: 'ArchiveNotRead',
  message: problem,
  causes: ['The folder was moved or deleted, or the service may not read it', 'The bucket did not answer'],
  resolutions: ['Make it readable again, then retry the hydration'],
});

export function createHydrations(tools: Tools): Hydrations {
  const { store, engine, hub, clock, steady, log, isRemote } = tools;
  const queues = createQueues();
  const retries = createRetries();
  const held = new Map<string, Held>();
  const jobOf = new Map<string, string>();
  let isStopping = false;

  const hold = (id: string): Held => {
    const one = held.get(id) ?? { progress: undefined, speed: new SpeedMeter(), savedAt: 0, isEnding: false };
    held.set(id, one);
    jobOf.set(toReplayId(id), id);
    return one;
  };
  const letGo = (id: string) => {
    held.delete(id);
    jobOf.delete(toReplayId(id));
    retries.forget(id);
  };
  const publish = ({ id, site_id: siteId }: HydrationRow) =>
    hub.publish({ type: 'entity.changed', siteId, entity: 'hydration', id, change: 'updated' });

  /** Stores the next state; undefined when the job refuses the event. */
  const transition = async (
    id: string,
    event: HydrationJobEvent,
    change: Partial<HydrationFigures & HydrationCourse> = {},
  ): Promise<HydrationRow | undefined> => {
    const after = await store.transaction(async (tx) => {
      const row = await tx.hydrations.find(id);
      const face = row && { jobStatus: row.status as HydrationStatus, isPaused: row.is_paused === 1 };
      const next = face && applyHydrationEvent(face, event);
      if (!next) return undefined;
      const said = [...describeProgress(row, change), ...describeEvent(event, change)];
      const columns = {
        status: next.jobStatus,
        is_paused: next.isPaused ? 1 : 0,
        log: addToLog(row.log, clock(), said),
        ...change,
      };
      await tx.hydrations.follow(id, columns);
      return tx.hydrations.find(id);
    });
    if (after) publish(after);
    return after;
  };

  const save = async (id: string, progress: ReplayProgress) => {
    const figures = toFigures(progress);
    await store.transaction(async (tx) => {
      const row = await tx.hydrations.find(id);
      const log = row && addToLog(row.log, clock(), describeProgress(row, figures));
      await tx.hydrations.follow(id, { ...figures, ...(log !== undefined && { log }) });
    });
  };

  const noteDelay = async (id: string, problem: EngineProblem) => {
    const text = formatProblem(await addNodeName(store, problem));
    await store.transaction(async (tx) => {
      const row = await tx.hydrations.find(id);
      if (!row || row.problem === text) return;
      await tx.hydrations.follow(id, {
        problem: text,
        log: addToLog(row.log, clock(), [describeDelay(text)]),
      });
    });
  };

  const noteLoss = async (id: string, problem: EngineProblem) => {
    const { message, resolutions } = await addNodeName(store, problem);
    await store.transaction(async (tx) => {
      const row = await tx.hydrations.find(id);
      const text = `${message}. ${resolutions.join('. ')}`;
      if (row) await tx.hydrations.follow(id, { log: addToLog(row.log, clock(), [text]) });
    });
  };

  const fail = async (id: string, problem: EngineProblem) => {
    const text = formatProblem(await addNodeName(store, problem));
    const { progress } = hold(id);
    const figures = progress ? toFigures(progress) : {};
    await engine.remove(id, { drainMs: TERMINATE_DRAIN_MS }).catch(() => undefined);
    if (isStopping) return;
    await transition(id, { type: 'engine.failed' }, { problem: text, ended_at: clock(), ...figures });
    letGo(id);
  };

  const run = async (row: HydrationRow): Promise<void> => {
    const isNew = row.status !== 'IN_PROGRESS';
    const one = hold(row.id);
    one.isEnding = false;
    if (row.status === 'DEFAULT') await transition(row.id, { type: 'service.taken' });
    try {
      const place = isRemote(row.site_id)
        ? { ...tools, objectFolder: undefined, indexFolder: undefined }
        : tools;
      await engine.deploy(await buildHydrationPlan(store, place, row, row.is_paused === 1 ? 'pause' : 'run'));
    } catch (error) {
      if (isStopping) return;
      log.warn({ err: error, hydrationId: row.id }, 'a hydration does not start');
      const problem = toEngineProblem(error);
      if (isNew) return fail(row.id, problem);
      await noteDelay(row.id, problem);
      publish(row);
      retries.schedule(row.id, () => follow(row.id));
      return;
    }
    retries.forget(row.id);
    if (isNew)
      await transition(row.id, { type: 'engine.started' }, { started_at: row.started_at || clock() });
    else if (row.problem !== '') {
      await store.hydrations.follow(row.id, { problem: '' });
      publish(row);
    }
  };

  const carryOut = async (id: string): Promise<void> => {
    const row = await store.hydrations.find(id);
    if (!row || isStopping) return;
    if (row.status === 'TERMINATED' || row.status === 'DELETED') {
      const progress = held.get(id)?.progress;
      if (progress) await save(id, progress);
      letGo(id);
      await engine.remove(id, { drainMs: TERMINATE_DRAIN_MS });
      publish(row);
      return;
    }
    if (row.status === 'COMPLETED' || row.status === 'FAILED') return;
    if ((await store.sites.find(row.site_id))?.status !== 'ACTIVE') return;
    await run(row);
  };

  const follow = (id: string): void => {
    queues
      .run(id, () => carryOut(id))
      .catch((error: unknown) => log.error({ err: error, hydrationId: id }, 'following a hydration failed'));
  };

  const finish = async (id: string, progress: ReplayProgress): Promise<void> => {
    const row = await store.hydrations.find(id);
    if (row?.status !== 'IN_PROGRESS' || row.attempt !== progress.attempt || isStopping) return;
    await engine.remove(id, { drainMs: FINISH_DRAIN_MS });
    const figures = { ...toFigures(progress), ended_at: clock() };
    if (progress.unreadCount > 0)
      await transition(
        id,
        { type: 'job.incomplete' },
        { ...figures, problem: describeUnread(progress.unreadCount) },
      );
    else await transition(id, { type: 'job.completed' }, { ...figures, problem: '' });
    letGo(id);
  };

  const inQueue = (id: string, what: string, work: () => Promise<void>) => {
    queues.run(id, work).catch((error: unknown) => {
      log.error({ err: error, hydrationId: id }, `${what} a hydration failed`);
      const one = held.get(id);
      // The next report tries again.
      if (one) one.isEnding = false;
    });
  };

  type Counters = Extract<EngineReport, { type: 'counters' }>;

  /** Nothing waits at the destinations or their stand-ins. */
  const isDelivered = (id: string, { pipelines, gauges }: Counters): boolean => {
    const own = gauges?.[id];
    if (!own) return false;
    return Object.entries(pipelines[id] ?? {}).every(
      ([componentId, { eventsBuffered }]) => !own[componentId]?.buffer || eventsBuffered === 0,
    );
  };

  const takeProgress = (id: string, progress: ReplayProgress, report: Counters) => {
    const one = hold(id);
    if (one.isEnding || progress.attempt < (one.progress?.attempt ?? 0)) return;
    one.progress = progress;
    one.speed.add(steady(), progress);
    if (progress.problem !== '') {
      one.isEnding = true;
      inQueue(id, 'failing', () => fail(id, describeFolder(progress.problem)));
    } else if (progress.isDone && isDelivered(id, report)) {
      one.isEnding = true;
      inQueue(id, 'ending', () => finish(id, progress));
    } else if (steady() - one.savedAt >= SAVE_MS) {
      one.savedAt = steady();
      inQueue(id, 'saving', () => save(id, progress));
    }
  };

  return {
    follow,
    start: async () => {
      for (const row of await store.hydrations.listOpen()) follow(row.id);
    },
    resume: async (siteId) => {
      for (const row of await store.hydrations.listOpen([siteId])) follow(row.id);
    },
    stop() {
      isStopping = true;
      retries.stop();
    },
    settled: queues.settled,
    take(report) {
      if (report.type === 'pipeline.failed' && held.has(report.pipelineId)) {
        const { pipelineId: id, problem } = report;
        inQueue(id, 'noting the failure of', () => noteDelay(id, problem));
        retries.schedule(id, () => follow(id));
      }
      if (report.type === 'errors')
        for (const error of report.errors)
          if (error.errorName === KEPT_EVENTS_LOST && held.has(error.pipelineId))
            inQueue(error.pipelineId, 'noting the loss of', () => noteLoss(error.pipelineId, error));
      if (report.type !== 'counters' || report.isFormer || isStopping) return;
      for (const [sourceId, progress] of Object.entries(report.replays ?? {})) {
        const id = jobOf.get(sourceId);
        if (id !== undefined) takeProgress(id, progress, report);
      }
    },
    figuresOf: (id) => {
      const progress = held.get(id)?.progress;
      return progress ? toFigures(progress) : {};
    },
    speedOf: (id) => held.get(id)?.speed.speed ?? NO_SPEED,
  };
}
