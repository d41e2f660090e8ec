import type { Batch } from '../../../event/batch.ts';
import type { Intake } from '../../types.ts';

/** Joins lines of one file into events, in the order in which they began. */
export interface Assembler {
  readonly heldBytes: number;
  /** Offset of the first waiting line; null without one. */
  readonly waitingFrom: number | null;
  /**
   * When the first waiting event completes without more lines (performance.now()); null when only a line
   * completes it.
   */
  readonly completeAt: number | null;
  /** `bytes` exclude the delimiter; `rawBytes` include it. */
  add(bytes: Buffer, start: number, rawBytes: number, now: number): void;
  /** Offers the beginning of an overlong line. False: make it a separate event. */
  addLong(head: Buffer, start: number, rawBytes: number, now: number): boolean;
  completeIdle(now: number): void;
  completeAll(): void;
  /**
   * Moves complete events to a batch; `place` gets the offset of each one's first line. Returns their input
   * sizes.
   */
  drain(newBatch: () => Batch, place: ((batch: Batch, event: number, offset: number) => void) | null): Intake;
  reset(): void;
}
