import type { Batch } from '../event/batch.ts';
import type { Delivery } from './delivery.ts';

/** A batch of this size is written without waiting for more. */
export const WORTH_A_WRITE = 64 << 10;

/** Events in their own batch, or as encoded bytes shared between queues. */
export type Parcel = {
  readonly batch: Batch | null;
  readonly stored: Buffer | null;
  readonly events: number;
  readonly bytes: number;
  readonly delivery: Delivery;
};

/** Waiting events in one batch; until it is sealed, more may join. */
export type SharedBatch = {
  readonly batch: Batch;
  /** Leaves the batch to the caller, who must poll all of its events and write them. */
  take(): void;
  seal(): void;
};

export type Waiting = {
  readonly events: number;
  readonly bytes: number;
  /** When a source received them, in milliseconds of `steadyNow`. */
  readonly arrivedAt: number;
  /** Set while the events still have their own batch. */
  readonly batch: Batch | null;
  /** Set while the events wait in a batch with others. */
  readonly shared?: SharedBatch | undefined;
  /**
   * Whether the shared batch begins with these events and all others of it follow, so that it can be written as it is.
   * Asked right before it is taken: events that wait for room may have joined since the poll.
   */
  readonly mayTakeShared?: () => boolean;
  loadInto(batch: Batch): void;
  done(): Promise<void> | null;
};

export interface QueueStorage {
  /** `onDropped` is called when full storage refuses the events. */
  put(parcel: Parcel, onDropped: () => void): void;
  /** False when the events would have to wait; storage that drops always has room. */
  hasRoom(events: number, bytes: number): boolean;
  poll(): Waiting | null;
  /** Resolves when `poll` may succeed, on close, or on `wake`. One waiter. */
  arrival(): Promise<void>;
  wake(): void;
  readonly events: number;
  /** Waiting and in-flight bytes, and the age of the oldest. */
  fill(): { bytes: number; oldestAgeMs: number };
  /** Acknowledging an entry also frees all before it. */
  readonly acksInOrder: boolean;
  readonly closed: boolean;
  close(): Promise<void>;
  readonly leftOver: Parcel[];
}
