import type { SinkBatching } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import type { BatchPool } from './batch-pool.ts';
import type { SharedBatch } from './queue-storage.ts';

type Limits = Pick<SinkBatching, 'maxEvents' | 'maxBytes'>;

/** Payload of a pack for a whole write that still fits a medium batch. */
const SMALL_BYTES = 1000 << 10;
const LARGE_BYTES = 16 << 20;
/** A destination that takes fewer events at a time gets them from several packs. */
const MANY_EVENTS = 10_000;
const NEWLINE_BYTES = 1;

/**
 * Events that wait together in one batch, which frees their indexes and the dropped ones. A pack for a
 * destination with large writes is a whole write, so that its events are not copied again. Any other one is
 * filled to its end, and what has no room in it is copied to the next.
 */
export class Pack implements SharedBatch {
  batch: Batch;
  /** Those, or their parts here, whose events were not loaded. */
  parcels = 0;
  /** Parcels that wait for room. */
  blocked = 0;
  isOpen = true;
  isTaken = false;
  readonly isWrite: boolean;
  readonly #pool: BatchPool;
  readonly #limits: Limits;
  readonly #maxEvents: number;
  readonly #maxBytes: number;
  #events = 0;
  #bytes = 0;

  constructor(pool: BatchPool, limits: Limits) {
    this.#pool = pool;
    this.#limits = limits;
    this.isWrite = Pack.areWrites(limits);
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
    return from === 0 && this.isWrite && !this.isTaken && this.blocked === 0;
  }

  /** Whether a parcel may be added, or a part of one where the pack is not a whole write. */
  hasRoom(events: number, bytes: number): boolean {
    return (
      this.isOpen &&
      (!this.isWrite ||
        this.#events === 0 ||
        (this.#events + events <= this.#maxEvents && this.#bytes + bytes <= this.#maxBytes))
    );
  }

  /** Copies a whole parcel. */
  add(batch: Batch, events: number, bytes: number): void {
    if (this.#events > 0) this.#enlarge(bytes);
    this.batch.appendLive(batch);
    this.parcels++;
    this.#events += events;
    this.#bytes += bytes;
  }

  /** Copies the events from `from` on that have room; returns the number of the first other one. */
  fill(batch: Batch, from: number): number {
    // The batch grows for the last byte.
    let room = this.batch.buf.length - this.#bytes - 1;
    let to = from;
    for (; to < batch.count; to++) {
      if (!batch.isLive(to)) continue;
      const size = batch.size(to) + NEWLINE_BYTES;
      if (size > room && this.#events > 0) break;
      room -= size;
      this.#events++;
      this.#bytes += size;
    }
    if (to === from) return to;
    this.batch.appendLive(batch, from, to);
    this.parcels++;
    return to;
  }

  /** For what has no room in this one. */
  next(): Pack {
    this.seal();
    return new Pack(this.#pool, this.#limits);
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

  /** Only queues that fill a medium batch get one for a whole write. */
  #enlarge(bytes: number): void {
    const { batch } = this;
    if (this.#bytes + bytes <= SMALL_BYTES || this.#bytes > SMALL_BYTES) return;
    this.batch = this.#pool.takeForWrite(this.#maxBytes);
    this.batch.appendLive(batch);
    this.#pool.release(batch);
  }
}
