import type { Batch } from '../event/batch.ts';
import type { Delivery } from './delivery.ts';

/** Events on their way into a queue: a batch of their own, or encoded bytes shared with other queues. */
export type Parcel = {
  readonly batch: Batch | null;
  readonly stored: Buffer | null;
  readonly events: number;
  /** Size of the events in bytes. */
  readonly bytes: number;
  readonly delivery: Delivery;
};

/** Events on their way out. */
export type Waiting = {
  readonly events: number;
  readonly bytes: number;
  /** The batch itself when these events still have one of their own. */
  readonly batch: Batch | null;
  /** Appends the events to a batch. */
  loadInto(batch: Batch): void;
  /** They are settled: frees their room and acknowledges them. */
  done(): Promise<void> | null;
};

/** What stands between the topology and the writer of one destination. */
export interface LaneQueue {
  /** `onDropped` is called when a full queue refuses the events. */
  put(parcel: Parcel, onDropped: () => void): void;
  /** The next events if there are any now. */
  poll(): Waiting | null;
  /** Resolves when `poll` may have something, the queue is closed, or `wake` is called. One waiter. */
  arrival(): Promise<void>;
  wake(): void;
  readonly events: number;
  /** Bytes that wait or are being written, and for how long the oldest of them has. */
  fill(): { bytes: number; oldestAgeMs: number };
  /** What is done frees everything before it too. */
  readonly acksInOrder: boolean;
  readonly closed: boolean;
  close(): Promise<void>;
  /** After closing: what was put and never kept. */
  readonly leftOver: Parcel[];
}
