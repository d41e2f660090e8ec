import { Batch } from '../event/batch.ts';

const KEEP_AT_MOST = 24;
const KEEP_BELOW_BYTES = 2 << 20;

/** Batches for reuse: their memory is the engine's largest, and warm memory is faster. */
export class BatchPool {
  readonly #free: Batch[] = [];

  take(): Batch {
    return this.#free.pop() ?? new Batch();
  }

  release(batch: Batch): void {
    if (this.#free.length >= KEEP_AT_MOST || batch.buf.length > KEEP_BELOW_BYTES) return;
    batch.reset();
    this.#free.push(batch);
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
