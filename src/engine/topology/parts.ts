import { join } from 'node:path';
import type { ComponentRegistry } from '../components/types.ts';
import type { ApartSettings } from '../isolation/apart-life.ts';
import { BatchPool } from './batch-pool.ts';
import { Cells } from './cell.ts';
import { Claims } from './claims.ts';
import { type EngineClock, systemClock } from './clock.ts';
import { ErrorLog } from './error-log.ts';
import { noWork, type Work, WorkNote, workNoteOf } from './work-note.ts';

/** What all of an engine shares. */
export type EngineParts = {
  readonly siteId: string;
  readonly components: ComponentRegistry;
  readonly pool: BatchPool;
  readonly cells: Cells;
  readonly claims: Claims;
  readonly errors: ErrorLog;
  readonly folders: EngineFolders;
  /** So long a source or destination may take to start, end, or finish a write, in milliseconds. */
  readonly answerLimitMs: number;
  readonly clock: EngineClock;
  readonly work: Work;
  /** Null where no pipeline may have a process of its own. */
  readonly apart: ApartSettings | null;
};

/**
 * The engine's part of the data folder, `engine/<siteId>/`:
 * - `checkpoints/<sourceId>`: where a source goes on reading
 * - `buffers/<pipelineId>/<sinkId>/`: segments of a disk buffer
 * - `dead-letter/<pipelineId>.ndjson`: events nobody took
 * - `cache/`: compiled code of the engine's process; may be deleted
 * - `work`: the pipeline that is being worked on this moment
 */
export type EngineFolders = {
  readonly checkpoints: string;
  readonly buffers: string;
  readonly deadLetters: string;
};

const ANSWER_LIMIT_MS = 10_000;

export function makeParts(
  dataFolder: string,
  siteId: string,
  components: ComponentRegistry,
  answerLimitMs = ANSWER_LIMIT_MS,
  clock: EngineClock = systemClock,
  apart: ApartSettings | null = null,
): EngineParts {
  const root = join(dataFolder, 'engine', siteId);
  return {
    siteId,
    components,
    pool: new BatchPool(),
    cells: new Cells(),
    claims: new Claims(),
    errors: new ErrorLog(),
    answerLimitMs,
    clock,
    work: apart ? new WorkNote(workNoteOf(dataFolder, siteId)) : noWork,
    apart,
    folders: {
      checkpoints: join(root, 'checkpoints'),
      buffers: join(root, 'buffers'),
      deadLetters: join(root, 'dead-letter'),
    },
  };
}
