import { Batch } from '../event/batch.ts';

/** Sizes of batches in bytes: what a source gathers; what waits for a destination; what joined many for one write. */
const SMALL = 256 << 10;
const MEDIUM = 1 << 20;
const LARGE = 2 << 20;
const TOO_LARGE = 16 << 20;
const KEEP_SMALL = 128;
const KEEP_MEDIUM = 16;
const KEEP_LARGE = 2;
/** One of so many unused ones is let go at a time. */
const LET_GO = 4;

/** Batches of about one size that nobody uses. */
class Shelf {
  readonly #keep: number;
  readonly #free: Batch[] = [];
  /** So many were there at any time since the last `letGo`. */
  #fewest = 0;

  /** @param keep at most so many. */
  constructor(keep: number) {
    this.#keep = keep;
  }

  /** The one used last: its memory is the warmest. */
  take(): Batch | undefined {
    const batch = this.#free.pop();
    this.#fewest = Math.min(this.#fewest, this.#free.length);
    return batch;
  }

  put(batch: Batch): void {
    if (this.#free.length >= this.#keep) return;
    batch.reset();
    this.#free.push(batch);
  }

  letGo(): void {
    this.#free.splice(0, Math.ceil(this.#fewest / LET_GO));
    this.#fewest = this.#free.length;
  }
}

/** Batches for reuse: their memory is the engine's largest, and warm memory is faster. */
export class BatchPool {
  readonly #small = new Shelf(KEEP_SMALL);
  readonly #medium = new Shelf(KEEP_MEDIUM);
  readonly #large = new Shelf(KEEP_LARGE);

  /** One that grew is as good: a source whose events grow on their way would else get fresh memory each time. */
  take(): Batch {
    return this.#small.take() ?? this.#medium.take() ?? new Batch(SMALL);
  }

  /** One with room for about a megabyte. */
  takeMedium(): Batch {
    return this.#medium.take() ?? new Batch(MEDIUM);
  }

  /** One that may have to hold all that one write takes; it grows with what comes. */
  takeLarge(): Batch {
    return this.#large.take() ?? this.#medium.take() ?? this.take();
  }

  release(batch: Batch): void {
    const size = batch.buf.length;
    if (size > TOO_LARGE) return;
    const shelf = size > LARGE ? this.#large : size >= MEDIUM ? this.#medium : this.#small;
    shelf.put(batch);
  }

  /**
   * Lets go of a part of what nobody took since the last call: called each second, the memory of a burst comes back
   * within half a minute after it, and what is in use time and again stays.
   */
  letGo(): void {
    for (const shelf of [this.#small, this.#medium, this.#large]) shelf.letGo();
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
