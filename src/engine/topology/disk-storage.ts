import { getErrorMessage } from '../../contract/values.ts';
import { BufferClosedError, type BufferedFrame, type EventBuffer } from '../buffer/types.ts';
import type { ComponentProblem } from '../components/types.ts';
import { BatchDecodeError, decodeBatch, encodeBatch, STORED_BYTES } from '../event/encode.ts';
import { Output } from '../event/output.ts';
import { backoffMs, pause } from './backoff.ts';
import type { BatchPool } from './batch-pool.ts';
import type { Parcel, QueueStorage, Waiting } from './queue-storage.ts';

const KEEP_BODIES = 32;
const KEEP_BODY_BYTES = 2 << 20;

/** Disk storage. Events are acknowledged once they are durable. */
export class DiskStorage implements QueueStorage {
  readonly buffer: EventBuffer;
  readonly #pool: BatchPool;
  readonly #report: (problem: ComponentProblem) => void;
  readonly #ended = new AbortController();
  /** Reused for encoding. */
  readonly #bodies: Output[] = [];
  #frame: BufferedFrame | null = null;
  readonly #appending = new Set<Promise<void>>();
  /** Encoded but unacknowledged batches that waited for room at close. */
  readonly leftOver: Parcel[] = [];
  #reading = false;
  #wake: (() => void) | null = null;
  readonly acksInOrder = true;
  closed = false;

  /** Key for generated event ids; null when no destination sends ids. */
  readonly #idKey: () => string | null;

  constructor(
    buffer: EventBuffer,
    pool: BatchPool,
    report: (problem: ComponentProblem) => void,
    idKey: () => string | null,
  ) {
    this.buffer = buffer;
    this.#idKey = idKey;
    this.#pool = pool;
    this.#report = report;
  }

  get events(): number {
    return this.buffer.stats().events;
  }

  fill(): { bytes: number; oldestAgeMs: number } {
    const { bytes, oldestAgeMs } = this.buffer.stats();
    return { bytes, oldestAgeMs };
  }

  put(parcel: Parcel, onDropped: () => void): void {
    const { batch } = parcel;
    if (batch && this.#idKey() === null) batch.ids = null;
    const body = batch
      ? (this.#bodies.pop() ?? new Output(parcel.bytes + parcel.events * STORED_BYTES + 64))
      : null;
    const stored = batch && body ? encodeBatch(batch, body) : parcel.stored;
    if (batch) this.#pool.release(batch);
    parcel.delivery.pressure.waiting(parcel.bytes);
    const appending = this.#append({ ...parcel, batch: null, stored }, onDropped).then((isSafe) => {
      this.#appending.delete(appending);
      if (isSafe && body && this.#bodies.length < KEEP_BODIES && body.bytes.length <= KEEP_BODY_BYTES)
        this.#bodies.push(body);
    });
    this.#appending.add(appending);
  }

  /** False when the batch is left over. */
  async #append(parcel: Parcel, onDropped: () => void): Promise<boolean> {
    for (let attempt = 0; ; attempt++) {
      try {
        const outcome = await this.buffer.append(parcel.stored ? [parcel.stored] : [], parcel.events);
        if (outcome === 'dropped') onDropped();
        parcel.delivery.pressure.settled(parcel.bytes);
        parcel.delivery.release();
        return true;
      } catch (error) {
        if (error instanceof BufferClosedError || this.#ended.signal.aborted) {
          parcel.delivery.pressure.settled(parcel.bytes);
          this.leftOver.push(parcel);
          return false;
        }
        this.#report(notWritten(error));
        await pause(Math.min(backoffMs(attempt), 5000), this.#ended.signal);
      }
    }
  }

  poll(): Waiting | null {
    const frame = this.#frame;
    if (!frame) {
      void this.#read();
      return null;
    }
    this.#frame = null;
    void this.#read();
    return {
      events: frame.events,
      bytes: frame.payload.length,
      batch: null,
      loadInto: (batch) => {
        const first = batch.count;
        try {
          decodeBatch(frame.payload, batch);
          const key = this.#idKey();
          // Positions restart in a recreated buffer, so the time is part of the id.
          const origin = `${key}.${frame.appendedAt.toString(36)}`;
          if (key !== null) batch.nameRest(first, origin, frame.position - frame.events);
        } catch (error) {
          if (!(error instanceof BatchDecodeError)) throw error;
          this.#report(unreadable(error, frame.events));
        }
        frame.release();
      },
      done: () => this.buffer.ack(frame.position).catch((error) => this.#report(notWritten(error))),
    };
  }

  arrival(): Promise<void> {
    if (this.#frame || this.closed) return Promise.resolve();
    void this.#read();
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  wake(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }

  async #read(): Promise<void> {
    if (this.#reading || this.#frame) return;
    this.#reading = true;
    try {
      this.#frame = await this.buffer.read();
      if (!this.#frame) this.closed = true;
    } catch (error) {
      this.closed = true;
      this.#report(notWritten(error));
    }
    this.#reading = false;
    this.wake();
  }

  async close(): Promise<void> {
    this.closed = true;
    this.#ended.abort();
    this.wake();
    await this.buffer.close();
    await Promise.all(this.#appending);
  }
}

function notWritten(error: unknown): ComponentProblem {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const text = getErrorMessage(cause);
  return {
    errorName: 'BufferNotWritten',
    message: `The disk buffer cannot be written, so nothing is acknowledged until it can: ${text}`,
    causes: [text],
    resolutions: ['Free space on the disk of the data folder', 'Check that the data folder is writable'],
  };
}

const unreadable = (error: BatchDecodeError, events: number): ComponentProblem => ({
  errorName: 'BufferUnreadable',
  message: `${events} buffered events cannot be read: ${error.message}`,
  causes: ['They were written by another version, or the disk returned other bytes'],
  resolutions: ['Check the disk of the data folder'],
});
