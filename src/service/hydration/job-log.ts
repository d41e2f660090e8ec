import type { HydrationJobEvent } from '../../../machines/hydration-job/index.ts';
import type { HydrationLogEntry } from '../../contract/entities/hydration.ts';
import type { HydrationAction } from '../../contract/enums.ts';
import { parseErrorText } from '../../contract/errors.ts';
import { counted } from '../../contract/values.ts';
import { formatTime } from '../clock.ts';
import type { HydrationCourse, HydrationFigures } from '../store/hydrations.ts';
import type { HydrationRow } from '../store/schema.ts';

/** Newest entries of jobs with thousands of chunks. */
const LOG_MAX = 200;

type Step = readonly [at: number, text: string];

/** Appends; drops the oldest steps, but keeps the creator. */
export function addToLog(log: string, at: number, texts: readonly string[]): string {
  if (texts.length === 0) return log;
  const steps = JSON.parse(log) as Step[];
  const all = [...steps, ...texts.map((text): Step => [at, text])];
  return JSON.stringify(all.length > LOG_MAX ? [all[0], ...all.slice(1 - LOG_MAX)] : all);
}

export const readLog = (log: string): HydrationLogEntry[] =>
  (JSON.parse(log) as Step[]).map(([at, text]) => ({ at: formatTime(at), text }));

const ACTIONS: Record<HydrationAction, (name: string) => string> = {
  PAUSE: (name) =>
    `Paused by ${name}: its rate is 0, so no further event is read; what was read goes on to the destination`,
  RESUME: (name) => `Resumed by ${name}`,
  TERMINATE: (name) => `Terminated by ${name}: what was sent stays at the destination`,
  RETRY: (name) => `Retried by ${name}: only what is missing is read`,
};

export const describeAction = (action: HydrationAction, name: string): string => ACTIONS[action](name);

const describeChunks = (before: number, { chunks_done: done, chunks_total: total }: HydrationFigures) => {
  const written = done - before === 1 ? `Chunk ${done}` : `Chunks ${before + 1} to ${done}`;
  const next = done < total ? `; chunk ${done + 1} started` : '';
  return `${written} of ${total} written${next}`;
};

type Progress = Partial<HydrationFigures>;

export function describeProgress(row: HydrationRow, figures: Progress): string[] {
  const after = { ...row, ...figures };
  const texts: string[] = [];
  if (after.resumed_count > row.resumed_count)
    texts.push('Went on after a kill of engine or service: at most 20,000 events are sent again');
  if (row.chunks_total === 0 && after.chunks_total > 0 && after.chunks_done === 0)
    texts.push(`Chunk 1 of ${after.chunks_total} started`);
  if (after.chunks_done > row.chunks_done) texts.push(describeChunks(row.chunks_done, after));
  const unread = after.unread_count - row.unread_count;
  if (unread > 0) texts.push(`${counted(unread, 'file')} could not be fully read`);
  return texts;
}

export function describeEvent(
  { type }: HydrationJobEvent,
  { problem = '', events }: Progress & Partial<HydrationCourse>,
): string[] {
  switch (type) {
    case 'engine.started':
      return ['Started'];
    case 'engine.failed':
    case 'job.incomplete':
      return [`Failed: ${parseErrorText(problem).title}`];
    case 'job.completed':
      return [
        `Completed: ${(events ?? 0).toLocaleString('en-US')} ${events === 1 ? 'event' : 'events'} hydrated`,
      ];
    default:
      return [];
  }
}

export const describeDelay = (problem: string): string =>
  `Delayed, and tried again by itself: ${parseErrorText(problem).title}`;
