import { getErrorMessage } from '../../contract/values.ts';
import {
  type AppendOutcome,
  BufferClosedError,
  type BufferedFrame,
  type EventBuffer,
} from '../buffer/types.ts';
import type { ComponentProblem } from '../components/types.ts';
import { BatchDecodeError, decodeBatch, encodeBatch, STORED_BYTES } from '../event/encode.ts';
import { Output } from '../event/output.ts';
import { backoffMs, pause } from './backoff.ts';
import type { BatchPool } from './batch-pool.ts';
import type { Parcel, QueueStorage, Waiting } from './queue-storage.ts';
import { isDiskFull, type Reserve } from './reserve.ts';

/** Milliseconds between reports of the same full disk. */
const TELL_AGAIN_MS = 5000;
const KEEP_BODIES = 32;
const KEEP_BODY_BYTES = 2 << 20;
const HEAD_BYTES = 64;

export class DiskStorage implements QueueStorage {
  readonly buffer: EventBuffer;
  readonly #pool: BatchPool;
  readonly #report: (problem: ComponentProblem) => void;
  readonly #ended = new AbortController();
  readonly #bodies: Output[] = [];
  #frame: BufferedFrame | null = null;
  readonly #appending = new Set<Promise<void>>();
  /** Encoded, unacknowledged batches that still waited for room at close. */
  readonly leftOver: Parcel[] = [];
  #reading = false;
  #isFailing = false;
  #tellAgainAt = 0;
  #wake: (() => void) | null = null;
  readonly acksInOrder = true;
  closed = false;

  /** Key for generated event ids; null when no destination sends ids. */
  readonly #idKey: () => string | null;
  readonly #usesOrigin: () => boolean;
  readonly #reserve: Reserve;

  constructor(
    buffer: EventBuffer,
    pool: BatchPool,
    report: (problem: ComponentProblem) => void,
    idKey: () => string | null,
    usesOrigin: () => boolean,
    reserve: Reserve,
  ) {
    this.buffer = buffer;
    this.#reserve = reserve;
    this.#idKey = idKey;
    this.#usesOrigin = usesOrigin;
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

  hasRoom(events: number, bytes: number): boolean {
    if (this.#reserve.isFull) this.#tellRefusal();
    if (this.#reserve.isFull || this.#isFailing) return false;
    return this.buffer.hasRoom(bytes + events * STORED_BYTES + HEAD_BYTES);
  }

  /** A refusal causes no failed append, so the full disk is reported here. */
  #tellRefusal(): void {
    const now = performance.now();
    if (now < this.#tellAgainAt) return;
    this.#tellAgainAt = now + TELL_AGAIN_MS;
    this.#report(this.#notWritten(new Error(NO_ROOM)));
  }

  put(parcel: Parcel, onDropped: () => void): void {
    const { batch } = parcel;
    if (batch && this.#idKey() === null) batch.ids = null;
    if (batch && !this.#usesOrigin()) batch.origins = null;
    const body = batch
      ? (this.#bodies.pop() ?? new Output(parcel.bytes + parcel.events * STORED_BYTES + HEAD_BYTES))
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
        const outcome = await this.#store(parcel);
        this.#isFailing = false;
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
        this.#isFailing = true;
        this.#report(this.#notWritten(error));
        await pause(Math.min(backoffMs(attempt), 5000), this.#ended.signal);
      }
    }
  }

  #store({ stored, events, delivery }: Parcel): Promise<AppendOutcome> {
    if (this.#reserve.isFull) return Promise.reject(new Error(NO_ROOM));
    return this.buffer.append(stored ? [stored] : [], events, delivery.arrivedAt);
  }

  #notWritten(error: unknown): ComponentProblem {
    const isFull = this.#reserve.isFull || isDiskFull(error);
    return isFull ? diskFull(this.#reserve.folder, error) : notWritten(error);
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
      arrivedAt: frame.appendedAt,
      batch: null,
      loadInto: (batch) => {
        const first = batch.count;
        try {
          decodeBatch(frame.payload, batch);
          const key = this.#idKey();
          // Positions restart in a recreated buffer, so the id includes the time.
          const origin = `${key}.${frame.appendedAt.toString(36)}`;
          if (key !== null) batch.nameRest(first, origin, frame.position - frame.events);
        } catch (error) {
          if (!(error instanceof BatchDecodeError)) throw error;
          this.#report(unreadable(error, frame.events));
        }
        frame.release();
      },
      done: () => this.buffer.ack(frame.position).catch((error) => this.#report(this.#notWritten(error))),
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
      this.#report(this.#notWritten(error));
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

const NO_ROOM = 'its last free space is reserved for emptying it';

const findCause = (error: unknown): string =>
  getErrorMessage(error instanceof Error && error.cause instanceof Error ? error.cause : error);

const diskFull = (folder: string, error: unknown): ComponentProblem => ({
  errorName: 'BufferNotWritten',
  message: `The disk of ${folder} is full: the disk buffer cannot be written, so nothing new is acknowledged until there is room: ${findCause(error)}`,
  causes: [findCause(error)],
  resolutions: [
    `Free space on the disk of the data folder, ${folder}`,
    'Where it has space left, remove files: it has no inodes for more (df -i)',
    'Give the data folder a larger disk, or the buffers lower limits',
  ],
});

function notWritten(error: unknown): ComponentProblem {
  const text = findCause(error);
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
