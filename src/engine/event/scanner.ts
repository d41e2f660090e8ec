import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  isDigit,
  MINUS,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  ZERO,
} from './bytes.ts';
import { VALUE_ESCAPED, VALUE_UNICODE } from './layout.ts';

/**
 * Validates JSON bytes (https://datatracker.ietf.org/doc/html/rfc8259). A newline must follow the text: no
 * loop passes it, which replaces bounds checks. Functions return the offset after what they read, or -1 and
 * set `failure`.
 */
export const MAX_DEPTH = 128;
/** For text this engine wrote: a rename can deepen the nesting. */
export const OWN_DEPTH = 1024;

export const FAIL_SYNTAX = 0;
export const FAIL_DEPTH = 1;
export const FAIL_CONTROL = 2;
export const FAIL_ESCAPE = 3;
export const FAIL_UTF8 = 4;
export const FAIL_NOT_OBJECT = 5;
export const FAIL_TRAILING = 6;

/** Where and why the last scan failed; valid until the next scan. */
export const failure = { at: 0, reason: FAIL_SYNTAX };

export function fail(at: number, reason: number): -1 {
  failure.at = at;
  failure.reason = reason;
  return -1;
}

const endsFastLoop = new Uint8Array(256);
const isShortEscape = new Uint8Array(256);
const openBrackets = new Uint8Array(OWN_DEPTH);
for (let c = 0; c < 256; c++) endsFastLoop[c] = c < 32 || c === QUOTE || c === BACKSLASH || c >= 128 ? 1 : 0;
for (const ch of '"\\/bfnrt') isShortEscape[ch.charCodeAt(0)] = 1;
const isHex = (c: number): boolean => isDigit(c) || ((c | 32) >= 97 && (c | 32) <= 102);

/** Skips white space except newlines, which end the event. */
export function skipSpace(buf: Buffer, from: number): number {
  for (let p = from; ; p++) {
    const c = buf[p]!;
    if (c !== 32 && c !== 9 && c !== 13) return p;
  }
}

function stringTail(buf: Buffer, from: number): number {
  let flags = 0;
  let p = from;
  for (;;) {
    const c = buf[p]!;
    if (endsFastLoop[c] === 0) p++;
    else if (c === QUOTE) return p * 8 + flags;
    else if (c >= 128) {
      flags |= VALUE_UNICODE;
      p++;
    } else if (c === BACKSLASH) {
      const e = buf[p + 1]!;
      flags |= VALUE_ESCAPED;
      if (isShortEscape[e] === 1) p += 2;
      else if (
        e === 0x75 &&
        isHex(buf[p + 2]!) &&
        isHex(buf[p + 3]!) &&
        isHex(buf[p + 4]!) &&
        isHex(buf[p + 5]!)
      )
        p += 6;
      else return fail(p, FAIL_ESCAPE);
    } else return fail(p, c === NEWLINE ? FAIL_SYNTAX : FAIL_CONTROL);
  }
}

/** From a string's opening quote; returns the offset of its closing quote * 8 + value flags. */
export function stringEnd(buf: Buffer, from: number): number {
  let p = from + 1;
  while (endsFastLoop[buf[p]!] === 0) p++;
  return buf[p] === QUOTE ? p * 8 : stringTail(buf, p);
}

export function skipString(buf: Buffer, from: number): number {
  const end = stringEnd(buf, from);
  return end < 0 ? -1 : (end >> 3) + 1;
}

function skipDigits(buf: Buffer, from: number): number {
  for (let p = from; ; p++) if (!isDigit(buf[p]!)) return p === from ? fail(p, FAIL_SYNTAX) : p;
}

function skipNumber(buf: Buffer, from: number): number {
  let p = buf[from] === MINUS ? from + 1 : from;
  p = buf[p] === ZERO ? p + 1 : skipDigits(buf, p);
  if (p > 0 && buf[p] === 0x2e) p = skipDigits(buf, p + 1);
  if (p < 0 || (buf[p]! | 32) !== 0x65) return p;
  return skipDigits(buf, buf[p + 1] === 0x2b || buf[p + 1] === MINUS ? p + 2 : p + 1);
}

function skipWord(buf: Buffer, p: number, a: number, b: number, c: number): number {
  return buf[p + 1] === a && buf[p + 2] === b && buf[p + 3] === c ? p + 4 : fail(p, FAIL_SYNTAX);
}

export function skipScalar(buf: Buffer, p: number): number {
  const c = buf[p]!;
  if (c === QUOTE) return skipString(buf, p);
  if (c === 0x74) return skipWord(buf, p, 0x72, 0x75, 0x65);
  if (c === 0x6e) return skipWord(buf, p, 0x75, 0x6c, 0x6c);
  if (c === 0x66) return buf[p + 1] === 0x61 ? skipWord(buf, p + 1, 0x6c, 0x73, 0x65) : fail(p, FAIL_SYNTAX);
  return skipNumber(buf, p);
}

function skipKey(buf: Buffer, from: number): number {
  if (buf[from] !== QUOTE) return fail(from, FAIL_SYNTAX);
  let p = skipString(buf, from);
  if (p < 0) return -1;
  p = skipSpace(buf, p);
  return buf[p] === COLON ? skipSpace(buf, p + 1) : fail(p, FAIL_SYNTAX);
}

export function skipValue(buf: Buffer, from: number, maxDepth = MAX_DEPTH): number {
  let p = from;
  for (let depth = 0; ; ) {
    const c = buf[p]!;
    if (c === OPEN_BRACE || c === OPEN_BRACKET) {
      if (depth === maxDepth - 1) return fail(p, FAIL_DEPTH);
      const close = c === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET;
      p = skipSpace(buf, p + 1);
      if (buf[p] !== close) {
        openBrackets[depth++] = close;
        if (close === CLOSE_BRACE) {
          p = skipKey(buf, p);
          if (p < 0) return -1;
        }
        continue;
      }
      p++;
    } else {
      p = skipScalar(buf, p);
      if (p < 0) return -1;
    }
    for (;;) {
      if (depth === 0) return p;
      p = skipSpace(buf, p);
      if (buf[p] === openBrackets[depth - 1]) {
        p++;
        depth--;
        continue;
      }
      if (buf[p] !== COMMA) return fail(p, FAIL_SYNTAX);
      p = skipSpace(buf, p + 1);
      if (openBrackets[depth - 1] === CLOSE_BRACE) {
        p = skipKey(buf, p);
        if (p < 0) return -1;
      }
      break;
    }
  }
}

export function failureText(reason: number, byte: number | undefined): string {
  if (reason === FAIL_DEPTH) return `objects and arrays are nested more than ${MAX_DEPTH} deep`;
  if (reason === FAIL_CONTROL) return 'a control character stands unescaped in a string';
  if (reason === FAIL_ESCAPE) return 'a backslash in a string starts no known escape';
  if (reason === FAIL_UTF8) return 'the text is not valid UTF-8';
  if (reason === FAIL_NOT_OBJECT) return 'the text is not a JSON object';
  if (reason === FAIL_TRAILING) return 'more text follows the JSON object';
  if (byte === undefined || byte === NEWLINE) return 'the JSON text ends too early';
  const shown = byte > 32 && byte < 127 ? `'${String.fromCharCode(byte)}'` : `byte 0x${byte.toString(16)}`;
  return `unexpected ${shown}`;
}
