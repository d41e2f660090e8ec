import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ComponentRegistry } from '../components/types.ts';
import { letterLimits } from '../dead-letters/letter-limits.ts';
import { LetterThread } from '../dead-letters/letter-thread.ts';
import type { IsolationSettings } from '../isolation/isolated-process.ts';
import { BatchPool } from './batch-pool.ts';
import { type EngineClock, systemClock } from './clock.ts';
import { ErrorLog } from './error-log.ts';
import { Ledger } from './ledger.ts';
import { MetricsRegistry } from './metrics.ts';
import { Reservations, type Reserving } from './reservations.ts';
import { Reserve } from './reserve.ts';
import { noWork, type Work, WorkNote, workNoteOf } from './work-note.ts';
import { type EngineWorker, siteFolderOf, workerFolderOf } from './worker-folders.ts';

export type EngineParts = {
  readonly siteId: string;
  readonly components: ComponentRegistry;
  readonly pool: BatchPool;
  readonly metrics: MetricsRegistry;
  readonly reservations: Reserving;
  readonly errors: ErrorLog;
  readonly folders: EngineFolders;
  readonly reserve: Reserve;
  readonly ledger: Ledger;
  readonly bootId: string;
  readonly letters: LetterThread;
  /** Limit for a component to start, stop or finish a write. */
  readonly answerLimitMs: number;
  readonly clock: EngineClock;
  readonly work: Work;
  /** Null where pipelines cannot be isolated. */
  readonly isolation: IsolationSettings | null;
};

/**
 * The engine's part of the data folder, `engine/<siteId>/`:
 * - `checkpoints/<sourceId>`: a source's position
 * - `buffers/<pipelineId>/<sinkId>/`: segments of a disk buffer
 * - `dead-letter/letters.db`: dead letters of all pipelines
 * - `counters/<bootId>/`: the ledger of an engine; `counters/<bootId>.json`: its last reports
 * - `cache/`: compiled code of the engine's process; may be deleted
 * - `work`: the pipeline being processed right now
 * - `reserve`: room that is given up when the disk is full
 *
 * Processes beside the first have `counters/`, `work` and `reserve` of their own in `workers/<index>/`.
 */
export type EngineFolders = {
  readonly site: string;
  readonly checkpoints: string;
  readonly buffers: string;
  readonly counters: string;
};

const ANSWER_LIMIT_MS = 10_000;

export const ALONE: EngineWorker = { index: 0, isFirst: true, of: 1 };

export function makeParts(
  dataFolder: string,
  siteId: string,
  components: ComponentRegistry,
  answerLimitMs = ANSWER_LIMIT_MS,
  clock: EngineClock = systemClock,
  isolation: IsolationSettings | null = null,
  { index, isFirst }: EngineWorker = ALONE,
  reservations: Reserving = new Reservations(),
): EngineParts {
  const site = siteFolderOf(dataFolder, siteId);
  const own = workerFolderOf(site, index);
  mkdirSync(own, { recursive: true, mode: 0o700 });
  const counters = join(own, 'counters');
  const bootId = randomUUID();
  const metrics = new MetricsRegistry();
  const reserve = new Reserve(own);
  return {
    siteId,
    components,
    pool: new BatchPool(),
    metrics,
    reservations,
    errors: new ErrorLog(),
    reserve,
    letters: new LetterThread({
      folder: join(site, 'dead-letter'),
      limits: letterLimits(),
      keeper: { worker: index, isFirst },
    }),
    bootId,
    ledger: new Ledger(join(counters, bootId), metrics, (error) => reserve.giveUp(error)),
    answerLimitMs,
    clock,
    work: isolation ? new WorkNote(workNoteOf(dataFolder, siteId, index)) : noWork,
    isolation,
    folders: {
      site,
      checkpoints: join(site, 'checkpoints'),
      buffers: join(site, 'buffers'),
      counters,
    },
  };
}
