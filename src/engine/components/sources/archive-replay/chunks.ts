import type { ArchiveHour } from '../../../archive-search/listing.ts';
import type { ReplayConfig } from '../../../types/replay.ts';

const MINUTE_MICROS = 60_000_000;
const HOUR_MICROS = 60 * MINUTE_MICROS;

/** In microseconds; `to` does not belong to it. */
export type Span = { readonly from: number; readonly to: number };
type Window = Pick<ReplayConfig, 'from' | 'to' | 'chunkMinutes'>;

/** The part of an hour that belongs to a chunk: its files are read for that. */
export type Step = {
  readonly hour: ArchiveHour;
  readonly chunk: number;
  readonly span: Span;
  /** Into how many steps its hour is divided. */
  readonly parts: number;
  readonly isFirstOfHour: boolean;
  readonly isLastOfHour: boolean;
};

/** Chunks are parts of the clock, so that whole hours of an archive are read once. */
const chunkOf = (micros: number, { chunkMinutes }: Window): number =>
  chunkMinutes === undefined ? 0 : Math.floor(micros / (chunkMinutes * MINUTE_MICROS));

const spanOf = (chunk: number, { from, to, chunkMinutes }: Window): Span => {
  if (chunkMinutes === undefined) return { from, to };
  const length = chunkMinutes * MINUTE_MICROS;
  return { from: Math.max(from, chunk * length), to: Math.min(to, (chunk + 1) * length) };
};

/** Chunks before this one are done. */
export const firstChunk = (window: Window): number => chunkOf(window.from, window);

/** 0 for a window that is not divided. */
export const countChunks = (window: Window): number =>
  window.chunkMinutes === undefined ? 0 : chunkOf(window.to - 1, window) - firstChunk(window) + 1;

/** Hours by chunk, both the oldest first. @param hours the oldest first */
export function* divideHours(hours: readonly ArchiveHour[], window: Window): Generator<Step> {
  for (const hour of hours) {
    const start = hour.start * 1000;
    const first = chunkOf(Math.max(start, window.from), window);
    const last = chunkOf(Math.min(start + HOUR_MICROS, window.to) - 1, window);
    for (let chunk = first; chunk <= last; chunk++)
      yield {
        hour,
        chunk,
        span: spanOf(chunk, window),
        parts: last - first + 1,
        isFirstOfHour: chunk === first,
        isLastOfHour: chunk === last,
      };
  }
}

/** Further files are read for each chunk of their hour. */
const TIMES_MAX = 50_000;

/** When the events of the files of one hour were received, of those that were read whole. */
export class FileTimes {
  #hour = Number.NaN;
  readonly #times = new Map<string, Span>();

  /** Those of other hours are forgotten. */
  enter(hour: number): void {
    if (hour === this.#hour) return;
    this.#hour = hour;
    this.#times.clear();
  }

  set(path: string, times: Span): void {
    if (this.#times.size < TIMES_MAX) this.#times.set(path, times);
  }

  /** It is known to have no event of this time. */
  isOutside(path: string, { from, to }: Span): boolean {
    const times = this.#times.get(path);
    return times !== undefined && (times.from >= to || times.to <= from);
  }
}
