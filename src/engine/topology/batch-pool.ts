import { Batch } from '../event/batch.ts';

const KEEP_AT_MOST = 16;
const KEEP_BELOW_BYTES = 2 << 20;
/** Few large ones are kept: those that joined many for one write. */
const KEEP_LARGE = 2;
const KEEP_LARGE_BELOW_BYTES = 16 << 20;

/** Batches for reuse: their memory is the engine's largest, and warm memory is faster. */
export class BatchPool {
  readonly #free: Batch[] = [];
  readonly #large: Batch[] = [];

  take(): Batch {
    return this.#free.pop() ?? new Batch();
  }

  /** One that is to hold many events. */
  takeLarge(): Batch {
    return this.#large.pop() ?? this.take();
  }

  release(batch: Batch): void {
    const size = batch.buf.length;
    const isLarge = size > KEEP_BELOW_BYTES;
    if (size > KEEP_LARGE_BELOW_BYTES) return;
    const free = isLarge ? this.#large : this.#free;
    if (free.length >= (isLarge ? KEEP_LARGE : KEEP_AT_MOST)) return;
    batch.reset();
    free.push(batch);
  }

  /** A batch of its own that holds these events. */
  copy(batch: Batch, events: readonly number[]): Batch {
    const copy = this.take();
    for (let i = 0; i < events.length; i++) copy.appendFrom(batch, events[i]!);
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
