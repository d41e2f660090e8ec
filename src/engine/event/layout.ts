/**
 * Layout of a batch: one Buffer that holds every text, and Int32Arrays that point into it.
 * A member of an object is four ints on the tape (key offset, value start, value end, info);
 * info is flags in the low eight bits and, above them, the number + 1 of the opened child list.
 */
export type Ints = Int32Array<ArrayBuffer>;

export const MEMBER = 4;
export const VALUE = 1;
export const END = 2;
export const INFO = 3;

/** Flags of a member. */
export const KEY_ESCAPED = 1;
export const VALUE_ESCAPED = 2;
export const VALUE_UNICODE = 4;
export const DEAD = 8;
/** `"key":value` stand together in the buffer, so they are one copy. */
export const JOINED = 16;
/** The value is plain text without quotes; it is escaped only when written. */
export const PLAIN = 32;
export const CHILD_SHIFT = 8;

/** A list of members of one object: offset on the tape, length, capacity, whether it must be rebuilt. */
export const LIST = 4;
export const LIST_LENGTH = 1;
export const LIST_CAPACITY = 2;
export const LIST_DIRTY = 3;
export const SPARE_MEMBERS = 2;

/** An event: start and end of its bytes, its root list (or -1 until opened), state and kind. */
export const EVENT = 4;
export const EVENT_END = 1;
export const EVENT_ROOT = 2;
export const EVENT_INFO = 3;

/** States of an event. */
export const UNCHANGED = 0;
export const CHANGED = 1;
export const DROPPED = 2;
export const INVALID = 3;
export const STATE_MASK = 3;
export type EventState = typeof UNCHANGED | typeof CHANGED | typeof DROPPED | typeof INVALID;

/** Set in an event's info while it is one line of raw text. */
export const RAW_TEXT = 4;
/** Set when bytes that were no UTF-8 were replaced by U+FFFD. */
export const REPAIRED = 8;
export const REASON_SHIFT = 4;

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const ZERO = 0x30;
export const COLON = 0x3a;
export const BACKSLASH = 0x5c;
export const NEWLINE = 0x0a;
export const RETURN = 0x0d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;

export const isDigit = (c: number): boolean => c >= ZERO && c <= 57;

/** At least `need` ints, keeping the content. */
export function roomFor(ints: Ints, need: number): Ints {
  if (need <= ints.length) return ints;
  const larger = new Int32Array(Math.max(ints.length * 2, need));
  larger.set(ints);
  return larger;
}
