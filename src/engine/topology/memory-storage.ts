import type { BufferConfig } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import { decodeBatch } from '../event/encode.ts';
import type { BatchPool } from './batch-pool.ts';
import type { Parcel, QueueStorage, Waiting } from './queue-storage.ts';

/** Beyond this, batches are packed to free dropped events and indexes. */
const WHOLE_BATCHES = 4;
const PACK_BYTES = 1000 << 10;

/** Several entries in one batch, released with the last. */
type Pack = { readonly batch: Batch; parcels: number };
type Packed = { readonly pack: Pack; readonly from: number; readonly to: number };

type Entry = Parcel & {
  readonly packed: Packed | null;
  readonly onDropped: () => void;
  /** Arrival on the monotonic clock. */
  readonly since: number;
};

/** Acknowledges events once the destination took them. */
export class MemoryStorage implements QueueStorage {
  readonly #limits: BufferConfig;
  readonly #pool: BatchPool;
  #kept: Entry[] = [];
  #blocked: Entry[] = [];
  readonly #unsettled = new Set<Entry>();
  #head = 0;
  #bytes = 0;
  #wake: (() => void) | null = null;
  #open: Pack | null = null;
  #openBytes = 0;
  events = 0;
  readonly acksInOrder = false;
  closed = false;
  readonly leftOver: Parcel[] = [];

  constructor(limits: BufferConfig, pool: BatchPool) {
    this.#limits = limits;
    this.#pool = pool;
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
    const entry = this.#compact(parcel, onDropped);
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

  #compact(parcel: Parcel, onDropped: () => void): Entry {
    const { batch, events, bytes, delivery } = parcel;
    const since = performance.now();
    const waiting = this.#kept.length - this.#head + this.#blocked.length;
    if (!batch || waiting < WHOLE_BATCHES) return { ...parcel, packed: null, onDropped, since };
    if (!this.#open || this.#openBytes + bytes > PACK_BYTES) {
      this.#open = { batch: this.#pool.takeMedium(), parcels: 0 };
      this.#openBytes = 0;
    }
    const pack = this.#open;
    const from = pack.batch.count;
    pack.batch.appendLive(batch);
    pack.parcels++;
    this.#openBytes += bytes;
    this.#pool.release(batch);
    const packed = { pack, from, to: pack.batch.count };
    return { batch: null, stored: null, events, bytes, delivery, packed, onDropped, since };
  }

  #waiting(entry: Entry): Waiting {
    return {
      events: entry.events,
      bytes: entry.bytes,
      arrivedAt: entry.delivery.arrivedAt,
      batch: entry.batch,
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
    else if (packed) {
      const { pack, from, to } = packed;
      into.appendLive(pack.batch, from, to);
      if (pack === this.#open) this.#open = null;
      if (--pack.parcels === 0) this.#pool.release(pack.batch);
    }
  }

  #free(entry: Entry): void {
    this.#unsettled.delete(entry);
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
