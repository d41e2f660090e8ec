import { Batch } from '../event/batch.ts';

/** Bytes of a batch gathered by a source, waiting in a queue, and joined for a write. */
const SMALL = 256 << 10;
const MEDIUM = 1 << 20;
const LARGE = 2 << 20;
const TOO_LARGE = 16 << 20;
const KEEP_SMALL_BYTES = 32 << 20;
/** Freed memory stays resident until collected, so queues grow from and shrink to this. */
const KEEP_BYTES = 64 << 20;
/** A newline for each event of 32 bytes. */
const NEWLINES_PART = 32;
/** Frees one in LET_GO unused batches at a time. */
const LET_GO = 4;

class Shelf {
  readonly #keepBytes: number;
  readonly #free: Batch[] = [];
  #bytes = 0;
  /** Fewest free batches since the last `letGo`. */
  #fewest = 0;

  constructor(keepBytes: number) {
    this.#keepBytes = keepBytes;
  }

  /** Last in, first out: recently used memory is faster. */
  take(): Batch | undefined {
    const batch = this.#free.pop();
    this.#bytes -= batch?.buf.length ?? 0;
    this.#fewest = Math.min(this.#fewest, this.#free.length);
    return batch;
  }

  put(batch: Batch): void {
    if (this.#bytes + batch.buf.length > this.#keepBytes) return;
    batch.reset();
    this.#bytes += batch.buf.length;
    this.#free.push(batch);
  }

  letGo(): void {
    for (const batch of this.#free.splice(0, Math.ceil(this.#fewest / LET_GO)))
      this.#bytes -= batch.buf.length;
    this.#fewest = this.#free.length;
  }
}

/** Reuses batches, which hold most of the engine's memory. */
export class BatchPool {
  readonly #small = new Shelf(KEEP_SMALL_BYTES);
  readonly #medium = new Shelf(KEEP_BYTES);
  readonly #large = new Shelf(KEEP_BYTES);

  take(): Batch {
    return this.#small.take() ?? this.#medium.take() ?? new Batch(SMALL);
  }

  takeMedium(): Batch {
    return this.#medium.take() ?? new Batch(MEDIUM);
  }

  /** For one whole write; grows on demand. */
  takeLarge(): Batch {
    return this.#large.take() ?? this.#medium.take() ?? this.take();
  }

  /** For what waits for one write, with `bytes` of events and their newlines. */
  takeForWrite(bytes: number): Batch {
    return this.#large.take() ?? new Batch(bytes + bytes / NEWLINES_PART);
  }

  release(batch: Batch): void {
    const size = batch.buf.length;
    if (size > TOO_LARGE) return;
    const shelf = size > LARGE ? this.#large : size >= MEDIUM ? this.#medium : this.#small;
    shelf.put(batch);
  }

  /** Call each second: returns the memory of a burst within 30 s. */
  letGo(): void {
    for (const shelf of [this.#small, this.#medium, this.#large]) shelf.letGo();
  }

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

/** In one allocation: lists that grow made a fifth of all garbage. */
export function liveEvents(batch: Batch): number[] {
  const live = new Array<number>(batch.count);
  let length = 0;
  for (let ev = 0; ev < batch.count; ev++) if (batch.isLive(ev)) live[length++] = ev;
  live.length = length;
  return live;
}

export function countLive(batch: Batch): number {
  let count = 0;
  for (let ev = 0; ev < batch.count; ev++) if (batch.isLive(ev)) count++;
  return count;
}

export function sizeOf(batch: Batch, events: readonly number[]): number {
  let size = 0;
  for (let i = 0; i < events.length; i++) size += batch.size(events[i]!);
  return size;
}
