import type { SinkBatching } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import type { BatchPool } from './batch-pool.ts';
import type { SharedBatch } from './queue-storage.ts';

type Limits = Pick<SinkBatching, 'maxEvents' | 'maxBytes'>;

/** Payload of a pack that is not a whole write: it fits a medium batch. */
const SMALL_BYTES = 1000 << 10;
const LARGE_BYTES = 16 << 20;
/** A destination that takes fewer events at a time gets them from several packs. */
const MANY_EVENTS = 10_000;

/**
 * Events that wait together in one batch, which frees their indexes and the dropped ones. A pack for a
 * destination with large writes is a whole write, so that its events are not copied again.
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
    this.#maxEvents = this.#isWrite ? limits.maxEvents : Infinity;
    this.#maxBytes = this.#isWrite ? Math.min(limits.maxBytes, LARGE_BYTES) : SMALL_BYTES;
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

  hasRoom(events: number, bytes: number): boolean {
    return (
      this.isOpen &&
      (this.#events === 0 ||
        (this.#events + events <= this.#maxEvents && this.#bytes + bytes <= this.#maxBytes))
    );
  }

  /** Takes ownership of the batch; returns the number of its first event here. */
  add(batch: Batch, events: number, bytes: number): number {
    if (this.#events > 0) this.#enlarge(bytes);
    const from = this.batch.count;
    this.batch.appendLive(batch);
    this.#pool.release(batch);
    this.parcels++;
    this.#events += events;
    this.#bytes += bytes;
    return from;
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
