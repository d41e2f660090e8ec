import type { Batch } from '../../../event/batch.ts';
import type { Intake } from '../../types.ts';

/** Puts lines of one file together into events, which leave in the order in which they began. */
export interface Assembler {
  /** Memory of what waits, as a rough figure. */
  readonly heldBytes: number;
  /** Offset of the first line that still waits; null when none does. */
  readonly waitingFrom: number | null;
  /** When the first waiting event completes without more lines (performance.now()); null when only a line completes it. */
  readonly completeAt: number | null;
  /** `bytes` exclude the delimiter; `rawBytes` include it. */
  add(bytes: Buffer, start: number, rawBytes: number, now: number): void;
  /** Offers the beginning of a line beyond the limit. False when it is to become an event of its own. */
  addLong(head: Buffer, start: number, rawBytes: number, now: number): boolean;
  completeIdle(now: number): void;
  completeAll(): void;
  /** Moves complete events to a batch; `place` gets the offset of the first line of each. Returns their input sizes. */
  drain(newBatch: () => Batch, place: ((batch: Batch, event: number, offset: number) => void) | null): Intake;
  reset(): void;
}
