import { Batch } from '../event/batch.ts';

/** Sizes of batches in bytes: what a source gathers; what waits for a destination; what joined many for one write. */
const SMALL = 256 << 10;
const MEDIUM = 1 << 20;
const LARGE = 2 << 20;
const TOO_LARGE = 16 << 20;
const KEEP_SMALL = 128;
const KEEP_MEDIUM = 16;
const KEEP_LARGE = 2;

/** Batches for reuse: their memory is the engine's largest, and warm memory is faster. */
export class BatchPool {
  readonly #small: Batch[] = [];
  readonly #medium: Batch[] = [];
  readonly #large: Batch[] = [];

  /** One that grew is as good: a source whose events grow on their way would else get fresh memory each time. */
  take(): Batch {
    return this.#small.pop() ?? this.#medium.pop() ?? new Batch(SMALL);
  }

  /** One with room for about a megabyte. */
  takeMedium(): Batch {
    return this.#medium.pop() ?? new Batch(MEDIUM);
  }

  /** One that may have to hold all that one write takes; it grows with what comes. */
  takeLarge(): Batch {
    return this.#large.pop() ?? this.#medium.pop() ?? this.take();
  }

  release(batch: Batch): void {
    const size = batch.buf.length;
    if (size > TOO_LARGE) return;
    const free = size > LARGE ? this.#large : size >= MEDIUM ? this.#medium : this.#small;
    const keep = size > LARGE ? KEEP_LARGE : size >= MEDIUM ? KEEP_MEDIUM : KEEP_SMALL;
    if (free.length >= keep) return;
    batch.reset();
    free.push(batch);
  }

  /** A batch of its own that holds these events. */
  copy(batch: Batch, events: readonly number[]): Batch {
    const copy = this.take();
    for (let i = 0; i < events.length; ) {
      const from = events[i]!;
      let to = from;
      while (i < events.length && events[i] === to && batch.isLive(to)) {
        to++;
        i++;
      }
      if (to > from) copy.appendLive(batch, from, to);
      else copy.appendFrom(batch, events[i++]!);
    }
    return copy;
  }
}

/** Numbers of all live events of a batch. */
export function liveEvents(batch: Batch): number[] {
  const live: number[] = [];
  for (let ev = 0; ev < batch.count; ev++) if (batch.isLive(ev)) live.push(ev);
  return live;
}

export function sizeOf(batch: Batch, events: readonly number[]): number {
  let size = 0;
  for (let i = 0; i < events.length; i++) size += batch.size(events[i]!);
  return size;
}
