import type { BufferConfig } from '../components/types.ts';
import { decodeBatch, encodeBatch } from '../event/encode.ts';
import type { BatchPool } from './batch-pool.ts';
import type { LaneQueue, Parcel, Waiting } from './lane-queue.ts';

/** Beyond so many, batches are kept encoded: a batch holds dropped events and its index as well. */
const WHOLE_BATCHES = 16;

type Entry = Parcel & { readonly onDropped: () => void };

/** A queue in memory. What it holds is not acknowledged until the destination took it. */
export class MemoryQueue implements LaneQueue {
  readonly #limits: BufferConfig;
  readonly #pool: BatchPool;
  #kept: Entry[] = [];
  #blocked: Entry[] = [];
  #head = 0;
  #bytes = 0;
  #wake: (() => void) | null = null;
  events = 0;
  closed = false;
  readonly leftOver: Parcel[] = [];

  constructor(limits: BufferConfig, pool: BatchPool) {
    this.#limits = limits;
    this.#pool = pool;
  }

  put(parcel: Parcel, onDropped: () => void): void {
    const entry = this.#compact({ ...parcel, onDropped });
    if (this.#blocked.length === 0 && this.#hasRoom(entry)) this.#keep(entry);
    else if (this.#limits.whenFull === 'block') {
      this.events += entry.events;
      entry.delivery.pressure.waiting(entry.bytes);
      this.#blocked.push(entry);
    } else {
      if (entry.batch) this.#pool.release(entry.batch);
      onDropped();
      entry.delivery.release();
    }
  }

  poll(): Waiting | null {
    if (this.#head === this.#kept.length) return null;
    const entry = this.#kept[this.#head]!;
    this.#kept[this.#head++] = undefined as never;
    if (this.#head > 256 && this.#head * 2 > this.#kept.length) {
      this.#kept = this.#kept.slice(this.#head);
      this.#head = 0;
    }
    return this.#waiting(entry);
  }

  arrival(): Promise<void> {
    if (this.closed || this.#head < this.#kept.length) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    this.wake();
  }

  #hasRoom(entry: Entry): boolean {
    return this.#bytes === 0 || this.#bytes + entry.bytes <= this.#limits.maxBytes;
  }

  #keep(entry: Entry): void {
    this.#bytes += entry.bytes;
    this.events += entry.events;
    this.#kept.push(entry);
    this.wake();
  }

  wake(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }

  #compact(entry: Entry): Entry {
    const { batch } = entry;
    if (!batch || this.#kept.length - this.#head + this.#blocked.length < WHOLE_BATCHES) return entry;
    const parts = [Buffer.concat(encodeBatch(batch))];
    this.#pool.release(batch);
    return { ...entry, batch: null, parts };
  }

  #waiting(entry: Entry): Waiting {
    return {
      events: entry.events,
      bytes: entry.bytes,
      batch: entry.batch,
      loadInto: (into) => {
        if (!entry.batch) {
          const parts = entry.parts ?? [];
          decodeBatch(parts.length === 1 ? parts[0]! : Buffer.concat(parts), into);
          return;
        }
        for (let ev = 0; ev < entry.batch.count; ev++)
          if (entry.batch.isLive(ev)) into.appendFrom(entry.batch, ev);
        this.#pool.release(entry.batch);
      },
      done: () => {
        this.#free(entry);
        entry.delivery.release();
        return null;
      },
    };
  }

  #free(entry: Entry): void {
    this.#bytes -= entry.bytes;
    this.events -= entry.events;
    while (this.#blocked.length > 0 && this.#hasRoom(this.#blocked[0]!)) {
      const next = this.#blocked.shift()!;
      this.events -= next.events;
      this.#keep(next);
      next.delivery.pressure.settled(next.bytes);
    }
  }
}
