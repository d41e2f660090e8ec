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
import { Reservations } from './reservations.ts';
import { Reserve } from './reserve.ts';
import { noWork, type Work, WorkNote, workNoteOf } from './work-note.ts';

export type EngineParts = {
  readonly siteId: string;
  readonly components: ComponentRegistry;
  readonly pool: BatchPool;
  readonly metrics: MetricsRegistry;
  readonly reservations: Reservations;
  readonly errors: ErrorLog;
  readonly folders: EngineFolders;
  readonly reserve: Reserve;
  readonly ledger: Ledger;
  /** Of this life of the engine. */
  readonly bootId: string;
  readonly letters: LetterThread;
  /** Time limit for a component to start, stop or finish a write. */
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
 */
export type EngineFolders = {
  readonly checkpoints: string;
  readonly buffers: string;
  readonly counters: string;
};

const ANSWER_LIMIT_MS = 10_000;

export function makeParts(
  dataFolder: string,
  siteId: string,
  components: ComponentRegistry,
  answerLimitMs = ANSWER_LIMIT_MS,
  clock: EngineClock = systemClock,
  isolation: IsolationSettings | null = null,
): EngineParts {
  const root = join(dataFolder, 'engine', siteId);
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const counters = join(root, 'counters');
  const bootId = randomUUID();
  const metrics = new MetricsRegistry();
  const reserve = new Reserve(root);
  return {
    siteId,
    components,
    pool: new BatchPool(),
    metrics,
    reservations: new Reservations(),
    errors: new ErrorLog(),
    reserve,
    letters: new LetterThread({ folder: join(root, 'dead-letter'), limits: letterLimits() }),
    bootId,
    ledger: new Ledger(join(counters, bootId), metrics, (error) => reserve.giveUp(error)),
    answerLimitMs,
    clock,
    work: isolation ? new WorkNote(workNoteOf(dataFolder, siteId)) : noWork,
    isolation,
    folders: {
      checkpoints: join(root, 'checkpoints'),
      buffers: join(root, 'buffers'),
      counters,
    },
  };
}
