import { CLOSE_BRACE, COMMA, isDigit, MINUS, OPEN_BRACE, QUOTE, SPACE, ZERO } from '../../../event/bytes.ts';
import type { Output } from '../../../event/output.ts';
import { timeEnd } from '../../../event/time-end.ts';
import { FACILITIES, SEVERITIES } from '../../shared/syslog/names.ts';

export const ANGLE = 0x3c;
export const CLOSING = 0x3e;
export const MOST_PRIORITY = 191;

/** ASCII that needs no escape in JSON. */
const IS_PLAIN = new Uint8Array(256).fill(1, SPACE, 0x7f);
IS_PLAIN[0x22] = 0;
IS_PLAIN[0x5c] = 0;

/** Header words in order, each as the start of a JSON member. */
export const HEADER_MEMBERS = ['timestamp', 'hostname', 'appname', 'procid', 'msgid'].map((name) =>
  Buffer.from(`"${name}":"`),
);
/** Per priority: its members and the start of `message`. */
export const AFTER_HEADER = Array.from({ length: MOST_PRIORITY + 1 }, (_, priority) =>
  Buffer.from(
    `"facility":"${FACILITIES[priority >> 3]}","severity":"${SEVERITIES[priority & 7]}","message":"`,
  ),
);

const MOST_ADDED = 256;

/**
 * Fast path for plain RFC 5424 messages (ASCII without escapes or structured data): appends the same JSON as
 * `readMessage`, in one pass. False (nothing appended) for other input, which `readMessage` must handle.
 * `MessageWriter` does the same for many.
 */
export function writePlainMessage(bytes: Buffer, from: number, to: number, out: Output): boolean {
  let p = from;
  if (bytes[p++] !== ANGLE) return false;
  let priority = 0;
  while (p < to && p - from < 4 && isDigit(bytes[p]!)) priority = priority * 10 + bytes[p++]! - ZERO;
  if (p === from + 1 || priority > MOST_PRIORITY || p + 3 > to) return false;
  if (bytes[p] !== CLOSING || bytes[p + 1] !== 0x31 || bytes[p + 2] !== SPACE) return false;
  p += 3;
  let q = out.reserve(to - from + MOST_ADDED);
  const target = out.bytes;
  target[q++] = OPEN_BRACE;
  for (let word = 0; word < HEADER_MEMBERS.length; word++) {
    const first = p;
    const isNil = bytes[p] === MINUS && bytes[p + 1] === SPACE;
    const member = HEADER_MEMBERS[word]!;
    if (!isNil) for (let i = 0; i < member.length; i++) target[q++] = member[i]!;
    for (; p < to; p++) {
      const c = bytes[p]!;
      if (c === SPACE) break;
      if (IS_PLAIN[c] === 0) return false;
      if (!isNil) target[q++] = c;
    }
    if (p === first || p >= to) return false;
    if (!isNil) {
      if (word === 0 && timeEnd(bytes, first) !== p) return false;
      target[q++] = QUOTE;
      target[q++] = COMMA;
    }
    p++;
  }
  if (bytes[p] !== MINUS || p >= to || (p + 1 < to && bytes[p + 1] !== SPACE)) return false;
  const rest = AFTER_HEADER[priority]!;
  for (let i = 0; i < rest.length; i++) target[q++] = rest[i]!;
  for (p += 2; p < to; p++) {
    const c = bytes[p]!;
    if (IS_PLAIN[c] === 0) return false;
    target[q++] = c;
  }
  target[q++] = QUOTE;
  target[q++] = CLOSE_BRACE;
  out.length = q;
  return true;
}
