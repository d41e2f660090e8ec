/**
 * Memory layout of a batch: one Buffer with all text, and Int32Arrays that point into it. A member of an
 * object takes four ints on the tape: key offset, value start, value end, info. The low eight bits of info
 * are flags; above them is the number + 1 of the opened child list.
 */
export type Ints = Int32Array<ArrayBuffer>;

export const MEMBER = 4;
export const VALUE = 1;
export const END = 2;
export const INFO = 3;

export const KEY_ESCAPED = 1;
export const VALUE_ESCAPED = 2;
export const VALUE_UNICODE = 4;
export const DEAD = 8;
/** `"key":value` is contiguous and copied at once. */
export const JOINED = 16;
/** The value is text without quotes, escaped when written. */
export const PLAIN = 32;
export const CHILD_SHIFT = 8;

/** An object's member list: offset on the tape, length, capacity, and whether it must be rebuilt. */
export const LIST = 4;
export const LIST_LENGTH = 1;
export const LIST_CAPACITY = 2;
export const LIST_DIRTY = 3;
export const SPARE_MEMBERS = 2;

/** An event: start and end of its bytes, root list (-1 until opened), state and kind. */
export const EVENT = 4;
export const EVENT_END = 1;
export const EVENT_ROOT = 2;
export const EVENT_INFO = 3;

export const UNCHANGED = 0;
export const CHANGED = 1;
export const DROPPED = 2;
export const INVALID = 3;
export const STATE_MASK = 3;
export type EventState = typeof UNCHANGED | typeof CHANGED | typeof DROPPED | typeof INVALID;

export const RAW_TEXT = 4;
/** Invalid UTF-8 was replaced by U+FFFD. */
export const REPAIRED = 8;
/** For dropped events: changed before. */
export const WAS_CHANGED = 16;
export const REASON_SHIFT = 4;

/** Twice as much left a third of the room of batches that wait unused. */
const GROWTH = 1.5;

export function roomFor(ints: Ints, need: number): Ints {
  if (need <= ints.length) return ints;
  const larger = new Int32Array(Math.max(ints.length * GROWTH, need));
  larger.set(ints);
  return larger;
}
