import type { SinkBatching } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import type { BatchPool } from './batch-pool.ts';
import type { SharedBatch } from './queue-storage.ts';

type Limits = Pick<SinkBatching, 'maxEvents' | 'maxBytes'>;

/** Payload of a whole write in a medium batch, before it is enlarged. */
const SMALL_BYTES = 1000 << 10;
const LARGE_BYTES = 16 << 20;
/** A destination that takes fewer events at a time gets them from several packs. */
const MANY_EVENTS = 10_000;

/** Where events are in a pack. */
export type Packed = { readonly pack: Pack; readonly from: number; readonly to: number };

/**
 * Events that wait together in one batch, which frees their indexes and the dropped ones. A pack for a
 * destination with large writes is a whole write, so that its events are not copied again. Any other is filled: what
 * does not fit goes into the next one.
 */
export class Pack implements SharedBatch {
  batch: Batch;
  /** Those whose events were not loaded. */
  parcels = 0;
  /** Parcels that wait for room. */
  blocked = 0;
  isOpen = true;
  isTaken = false;
  readonly #isWrite: boolean;
  readonly #pool: BatchPool;
  readonly #maxEvents: number;
  readonly #maxBytes: number;
  #events = 0;
  #bytes = 0;

  constructor(pool: BatchPool, limits: Limits) {
    this.#pool = pool;
    this.#isWrite = Pack.areWrites(limits);
    this.#maxEvents = limits.maxEvents;
    this.#maxBytes = Math.min(limits.maxBytes, LARGE_BYTES);
    this.batch = pool.takeMedium();
  }

  /** Whether packs for such writes can be written as they are. */
  static areWrites({ maxEvents, maxBytes }: Limits): boolean {
    return maxEvents >= MANY_EVENTS && maxBytes >= SMALL_BYTES;
  }

  /** @param from the first event that was not loaded */
  mayTake(from: number): boolean {
    return from === 0 && this.#isWrite && !this.isTaken && this.blocked === 0;
  }

  /**
   * Copies events of a batch, from `from` on, as far as there is room; a new pack takes one at least.
   * @param events and `bytes`: of all live ones in the batch
   * @returns the first event that was not copied
   */
  add(batch: Batch, from: number, events: number, bytes: number): number {
    if (!this.isOpen) return from;
    if (!this.#isWrite) return this.#copy(batch, from, bytes + events <= this.batch.room);
    const fits = this.#events + events <= this.#maxEvents && this.#bytes + bytes <= this.#maxBytes;
    if (this.#events > 0 && !fits) return from;
    if (this.#events > 0) this.#enlarge(bytes);
    this.#events += events;
    this.#bytes += bytes;
    return this.#copy(batch, from, true);
  }

  take(): void {
    this.isTaken = true;
  }

  seal(): void {
    this.isOpen = false;
  }

  /** Copies events out of a pack that was not taken. */
  load(from: number, to: number, into: Batch): void {
    into.appendLive(this.batch, from, to);
    this.isOpen = false;
    if (--this.parcels === 0) this.#pool.release(this.batch);
  }

  #copy(batch: Batch, from: number, isWhole: boolean): number {
    const to = isWhole ? batch.count : this.#endOfRoom(batch, from);
    if (to > from) this.parcels++;
    this.batch.appendLive(batch, from, to);
    return to;
  }

  #endOfRoom(batch: Batch, from: number): number {
    let { room, count } = this.batch;
    for (let ev = from; ev < batch.count; ev++) {
      if (!batch.isLive(ev)) continue;
      room -= batch.size(ev) + 1;
      if (room < 0 && count > 0) return ev;
      count++;
    }
    return batch.count;
  }

  /** Only queues that fill a medium batch get one for a whole write. */
  #enlarge(bytes: number): void {
    const { batch } = this;
    if (this.#bytes + bytes <= SMALL_BYTES || this.#bytes > SMALL_BYTES) return;
    this.batch = this.#pool.takeForWrite(this.#maxBytes);
    this.batch.appendLive(batch);
    this.#pool.release(batch);
  }
}
