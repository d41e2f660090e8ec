import { DOT, MINUS, SPACE, ZERO } from '../../../event/bytes.ts';
import type { Output } from '../../../event/output.ts';
import { FACILITIES, SEVERITIES } from '../../shared/syslog/names.ts';

const ANGLE = 0x3c;
const CLOSING = 0x3e;
const ZULU = 0x5a;
const MOST_PRIORITY = 191;

/** ASCII that needs no escape in JSON. */
const IS_PLAIN = new Uint8Array(256).fill(1, SPACE, 0x7f);
IS_PLAIN[0x22] = 0;
IS_PLAIN[0x5c] = 0;

const isDigit = (c: number): boolean => c >= ZERO && c <= 57;

/** In `shape`, 0 matches any digit. */
function hasShape(bytes: Buffer, p: number, shape: string): boolean {
  for (let i = 0; i < shape.length; i++) {
    const wanted = shape.charCodeAt(i);
    if (wanted === ZERO ? !isDigit(bytes[p + i]!) : bytes[p + i] !== wanted) return false;
  }
  return true;
}

/** RFC 5424: date, time, up to nine decimals, and Z or an offset. */
function isTimestamp(bytes: Buffer, from: number, to: number): boolean {
  if (to - from < 20 || !hasShape(bytes, from, '0000-00-00T00:00:00')) return false;
  let p = from + 19;
  if (bytes[p] === DOT) {
    const first = ++p;
    while (p < to && isDigit(bytes[p]!)) p++;
    if (p === first || p - first > 9) return false;
  }
  if (bytes[p] === ZULU) return p + 1 === to;
  return p + 6 === to && (hasShape(bytes, p, '+00:00') || hasShape(bytes, p, '-00:00'));
}

/** Header words in order, each as the start of a JSON member. */
const MEMBERS = ['timestamp', 'hostname', 'appname', 'procid', 'msgid'].map((name) =>
  Buffer.from(`"${name}":"`),
);
/** By priority: its members and the start of `message`. */
const AFTER_HEADER = Array.from({ length: MOST_PRIORITY + 1 }, (_, priority) =>
  Buffer.from(
    `"facility":"${FACILITIES[priority >> 3]}","severity":"${SEVERITIES[priority & 7]}","message":"`,
  ),
);
const BEFORE_NEXT = Buffer.from('",');
const END = Buffer.from('"}');

/**
 * Fast path for plain RFC 5424 messages (ASCII without escapes or structured data): writes the same JSON as
 * `readMessage`, three times faster. False for other input, which `readMessage` must handle.
 */
export function writePlainMessage(bytes: Buffer, from: number, to: number, out: Output): boolean {
  for (let p = from; p < to; p++) if (IS_PLAIN[bytes[p]!] === 0) return false;
  let p = from;
  if (bytes[p++] !== ANGLE) return false;
  let priority = 0;
  while (p < to && p - from < 4 && isDigit(bytes[p]!)) priority = priority * 10 + bytes[p++]! - ZERO;
  if (p === from + 1 || priority > MOST_PRIORITY || p + 3 > to) return false;
  if (bytes[p] !== CLOSING || bytes[p + 1] !== 0x31 || bytes[p + 2] !== SPACE) return false;
  p += 3;
  out.clear();
  out.byte(0x7b);
  for (let word = 0; word < MEMBERS.length; word++) {
    const first = p;
    while (p < to && bytes[p] !== SPACE) p++;
    if (p === first || p === to) return false;
    const isNil = p === first + 1 && bytes[first] === MINUS;
    if (!isNil) {
      if (word === 0 && !isTimestamp(bytes, first, p)) return false;
      const member = MEMBERS[word]!;
      out.copy(member, 0, member.length);
      out.copy(bytes, first, p);
      out.copy(BEFORE_NEXT, 0, 2);
    }
    p++;
  }
  if (bytes[p] !== MINUS || p >= to || (p + 1 < to && bytes[p + 1] !== SPACE)) return false;
  const rest = AFTER_HEADER[priority]!;
  out.copy(rest, 0, rest.length);
  if (p + 2 < to) out.copy(bytes, p + 2, to);
  out.copy(END, 0, 2);
  return true;
}
