import type { ArchiveHour } from '../../../archive-search/listing.ts';
import type { ReplayConfig } from '../../../types/replay.ts';

const MINUTE_MICROS = 60_000_000;
const HOUR_MICROS = 60 * MINUTE_MICROS;

/** Microseconds; `to` is exclusive. */
export type Span = { readonly from: number; readonly to: number };
type Window = Pick<ReplayConfig, 'from' | 'to' | 'chunkMinutes'>;

export type Step = {
  readonly hour: ArchiveHour;
  readonly chunk: number;
  readonly span: Span;
  readonly part: number;
  readonly parts: number;
  readonly isFirstOfHour: boolean;
  readonly isLastOfHour: boolean;
};

/** Chunks are aligned to the clock, so that whole hours are read once. */
const computeChunk = (micros: number, { chunkMinutes }: Window): number =>
  chunkMinutes === undefined ? 0 : Math.floor(micros / (chunkMinutes * MINUTE_MICROS));

const computeSpan = (chunk: number, { from, to, chunkMinutes }: Window): Span => {
  if (chunkMinutes === undefined) return { from, to };
  const length = chunkMinutes * MINUTE_MICROS;
  return { from: Math.max(from, chunk * length), to: Math.min(to, (chunk + 1) * length) };
};

/** Earlier chunks are done. */
export const firstChunk = (window: Window): number => computeChunk(window.from, window);

/** 0 for an undivided window. */
export const countChunks = (window: Window): number =>
  window.chunkMinutes === undefined ? 0 : computeChunk(window.to - 1, window) - firstChunk(window) + 1;

/** Hours by chunk, both oldest first. @param hours oldest first */
export function* divideHours(hours: readonly ArchiveHour[], window: Window): Generator<Step> {
  for (const hour of hours) {
    const start = hour.start * 1000;
    const first = computeChunk(Math.max(start, window.from), window);
    const last = computeChunk(Math.min(start + HOUR_MICROS, window.to) - 1, window);
    for (let chunk = first; chunk <= last; chunk++)
      yield {
        hour,
        chunk,
        span: computeSpan(chunk, window),
        part: chunk - first,
        parts: last - first + 1,
        isFirstOfHour: chunk === first,
        isLastOfHour: chunk === last,
      };
  }
}

/** Files beyond this are read again for each chunk of their hour. */
const TIMES_MAX = 50_000;

export class FileTimes {
  readonly #first: number;
  readonly #window: Window;
  readonly #counts: Uint32Array;
  #counted = 0;
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;

  constructor({ chunk, part, parts }: Pick<Step, 'chunk' | 'part' | 'parts'>, window: Window) {
    this.#first = chunk - part;
    this.#window = window;
    this.#counts = new Uint32Array(parts);
  }

  add(micros: number): void {
    this.#from = Math.min(this.#from, micros);
    this.#to = Math.max(this.#to, micros + 1);
    const part = computeChunk(micros, this.#window) - this.#first;
    if (part < 0 || part >= this.#counts.length) return;
    this.#counts[part]!++;
    this.#counted++;
  }

  isOutside({ from, to }: Span): boolean {
    return this.#from >= to || this.#to <= from;
  }

  isOver({ to }: Span): boolean {
    return this.#to <= to;
  }

  /** Share of its events within the window that belong to a step, 0 to 1. */
  shareOf(part: number): number {
    return this.#counted === 0 ? 1 / this.#counts.length : (this.#counts[part] ?? 0) / this.#counted;
  }
}

export class HourTimes {
  #hour = Number.NaN;
  readonly #files = new Map<string, FileTimes>();

  enter(hour: number): void {
    if (hour === this.#hour) return;
    this.#hour = hour;
    this.#files.clear();
  }

  set(path: string, times: FileTimes): void {
    if (this.#files.size < TIMES_MAX) this.#files.set(path, times);
  }

  get(path: string): FileTimes | undefined {
    return this.#files.get(path);
  }
}
