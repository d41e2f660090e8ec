import type { BufferConfig, SinkBatching } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import { decodeBatch } from '../event/encode.ts';
import type { BatchPool } from './batch-pool.ts';
import { Pack, type Packed } from './pack.ts';
import { type Parcel, type QueueStorage, type Waiting, WORTH_A_WRITE } from './queue-storage.ts';

/** Beyond this, batches are packed. */
const WHOLE_BATCHES = 4;

type Entry = Parcel & {
  /** In one pack or, where one was filled, several. */
  readonly packed: readonly Packed[];
  readonly onDropped: () => void;
  /** Arrival on the monotonic clock. */
  readonly since: number;
};

/** Acknowledges events once the destination took them. */
export class MemoryStorage implements QueueStorage {
  readonly #limits: BufferConfig;
  readonly #pool: BatchPool;
  readonly #batching: () => SinkBatching;
  #kept: Entry[] = [];
  #blocked: Entry[] = [];
  readonly #unsettled = new Set<Entry>();
  #head = 0;
  #bytes = 0;
  #wake: (() => void) | null = null;
  #open: Pack | null = null;
  events = 0;
  readonly acksInOrder = false;
  closed = false;
  readonly leftOver: Parcel[] = [];

  /** @param batching what a write of the destination holds */
  constructor(limits: BufferConfig, pool: BatchPool, batching: () => SinkBatching) {
    this.#limits = limits;
    this.#pool = pool;
    this.#batching = batching;
  }

  hasRoom(_events: number, bytes: number): boolean {
    if (this.#limits.whenFull === 'drop_newest') return true;
    return this.#blocked.length === 0 && (this.#bytes === 0 || this.#bytes + bytes <= this.#limits.maxBytes);
  }

  put(parcel: Parcel, onDropped: () => void): void {
    const fits = this.#blocked.length === 0 && this.#hasRoom(parcel);
    if (!fits && this.#limits.whenFull === 'drop_newest') {
      if (parcel.batch) this.#pool.release(parcel.batch);
      onDropped();
      parcel.delivery.release();
      return;
    }
    const entry = this.#compact(parcel, onDropped, fits);
    this.#unsettled.add(entry);
    if (fits) this.#keep(entry);
    else {
      this.events += entry.events;
      entry.delivery.pressure.waiting(entry.bytes);
      this.#blocked.push(entry);
    }
  }

  fill(): { bytes: number; oldestAgeMs: number } {
    const [oldest] = this.#unsettled;
    return { bytes: this.#bytes, oldestAgeMs: oldest ? performance.now() - oldest.since : 0 };
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

  #hasRoom(entry: Parcel): boolean {
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

  #compact(parcel: Parcel, onDropped: () => void, fits: boolean): Entry {
    const { batch, events, bytes, delivery } = parcel;
    const since = performance.now();
    // Events of a pack follow each other, and none of a taken one wait for room.
    if (!batch || (!fits && this.#open?.isTaken)) this.#open = null;
    if (!batch || !this.#packs(bytes)) return { ...parcel, packed: [], onDropped, since };
    const packed: Packed[] = [];
    for (let next = 0; next < batch.count; ) {
      this.#open ??= new Pack(this.#pool, this.#batching());
      const pack = this.#open;
      const from = pack.batch.count;
      const copied = pack.add(batch, next, events, bytes);
      if (copied === next) this.#open = null;
      else packed.push({ pack, from, to: pack.batch.count });
      next = copied;
    }
    this.#pool.release(batch);
    if (!fits) for (const { pack } of packed) pack.blocked++;
    return { batch: null, stored: null, events, bytes, delivery, packed, onDropped, since };
  }

  /** A batch goes on as it is while the destination waits for it; where that takes few events, four may wait so. */
  #packs(bytes: number): boolean {
    const waiting = this.#kept.length - this.#head + this.#blocked.length;
    if (this.#open?.isOpen || waiting >= WHOLE_BATCHES) return true;
    const isIdle = this.#unsettled.size === 0;
    return Pack.areWrites(this.#batching()) && !(isIdle && bytes >= WORTH_A_WRITE);
  }

  #waiting(entry: Entry): Waiting {
    // Whole writes are not divided.
    const only = entry.packed.length === 1 ? entry.packed[0] : undefined;
    return {
      events: entry.events,
      bytes: entry.bytes,
      arrivedAt: entry.delivery.arrivedAt,
      batch: entry.batch,
      shared: only?.pack,
      mayTakeShared: () => only?.pack.mayTake(only.from) ?? false,
      loadInto: (into) => this.#load(entry, into),
      done: () => {
        this.#free(entry);
        entry.delivery.release();
        return null;
      },
    };
  }

  #load({ batch, stored, packed }: Entry, into: Batch): void {
    if (batch) {
      into.appendLive(batch);
      this.#pool.release(batch);
    } else if (stored) decodeBatch(stored, into);
    else for (const { pack, from, to } of packed) pack.load(from, to, into);
  }

  #free(entry: Entry): void {
    this.#unsettled.delete(entry);
    this.#bytes -= entry.bytes;
    this.events -= entry.events;
    while (this.#blocked.length > 0 && this.#hasRoom(this.#blocked[0]!)) {
      const next = this.#blocked.shift()!;
      for (const { pack } of next.packed) pack.blocked--;
      this.events -= next.events;
      this.#keep(next);
      next.delivery.pressure.settled(next.bytes);
    }
  }
}
