import { IS_DIGIT } from './bytes.ts';

/** Zeros of digits that people copy into forms: fullwidth, Arabic, Persian, Devanagari, Bengali. */
const ZEROS = [0xff10, 0x0660, 0x06f0, 0x0966, 0x09e6].map((zero) => Buffer.from(String.fromCodePoint(zero)));

export const DIGIT_LEADS = [...new Set(ZEROS.map((bytes) => String.fromCharCode(bytes[0]!)))].join('');

/** Value of the digit at `p`, plus its bytes times 16; or -1. */
export function readDigit(buf: Buffer, p: number, end: number): number {
  // The next event may follow directly.
  if (p >= end) return -1;
  const c = buf[p]!;
  if (IS_DIGIT[c] === 1) return (c - 48) | 16;
  if (c < 0xc0) return -1;
  for (const zero of ZEROS) {
    const last = zero.length - 1;
    if (c !== zero[0] || p + last >= end || (last === 2 && buf[p + 1] !== zero[1])) continue;
    const value = buf[p + last]! - zero[last]!;
    if (value >= 0 && value <= 9) return value | (zero.length << 4);
  }
  return -1;
}

export const NO_SEPARATOR = 0;
/** Invisible: ignored within groups. */
const HIDDEN = 1;
const BREAK = 2;
const SPACE = 3;
const HYPHEN = 4;

/** Kind of the separator at `p`, plus its bytes times 16; 0 for another character. */
export function readSeparator(buf: Buffer, p: number, end: number): number {
  const c = buf[p]!;
  if (c === 0x20 || c === 0x09) return SPACE | 16;
  if (c === 0x2d) return HYPHEN | 16;
  if (c === 0x2e || c === 0x5f) return c === 0x2e ? 5 | 16 : 6 | 16;
  if (c === 0x0a) return BREAK | 16;
  if (c === 0x0d) return p + 1 < end && buf[p + 1] === 0x0a ? BREAK | 32 : NO_SEPARATOR;
  if (c === 0x5c && p + 1 < end && buf[p + 1] === 0x6e) return BREAK | 32;
  if (c === 0xc2 && p + 1 < end) {
    if (buf[p + 1] === 0xa0) return SPACE | 32;
    return buf[p + 1] === 0xad ? HIDDEN | 32 : NO_SEPARATOR;
  }
  if (p + 2 >= end) return NO_SEPARATOR;
  const [second, third] = [buf[p + 1]!, buf[p + 2]!];
  if (c === 0xef) return second === 0xbb && third === 0xbf ? HIDDEN | 48 : NO_SEPARATOR;
  if (c === 0xe3) return second === 0x80 && third === 0x80 ? SPACE | 48 : NO_SEPARATOR;
  if (c !== 0xe2) return NO_SEPARATOR;
  if (second === 0x81) return third === 0xa0 ? HIDDEN | 48 : third === 0x9f ? SPACE | 48 : NO_SEPARATOR;
  if (second !== 0x80) return NO_SEPARATOR;
  if (third >= 0x80 && third <= 0x8a) return SPACE | 48;
  if (third >= 0x8b && third <= 0x8f) return HIDDEN | 48;
  if (third >= 0x90 && third <= 0x95) return HYPHEN | 48;
  return third === 0xaf ? SPACE | 48 : NO_SEPARATOR;
}

/** Neither invisible nor a line end: the visible separators of a number are all alike. */
export const isVisible = (kind: number): boolean => kind > BREAK;
export const isHidden = (kind: number): boolean => kind === HIDDEN;

export function hiddenAt(buf: Buffer, p: number, end: number): number {
  const separator = p < end && buf[p]! >= 0xc2 ? readSeparator(buf, p, end) : NO_SEPARATOR;
  return isHidden(separator & 15) ? separator >> 4 : 0;
}

/** Bytes of the invisible character that ends at `p`, or 0. */
export function hiddenBefore(buf: Buffer, p: number, start: number): number {
  for (const length of [2, 3])
    if (p - length >= start && hiddenAt(buf, p - length, p) === length) return length;
  return 0;
}
