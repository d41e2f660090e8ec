import { CLOSE_BRACE, COLON, COMMA, DOT, isDigit, OPEN_BRACE, QUOTE, ZERO } from '../event/bytes.ts';
import { skipString, skipValue } from '../event/scanner.ts';
import { type ArchiveRecord, parseMicros, TIME_LENGTH, writeHead } from './record.ts';

const BEFORE_TIME = Buffer.from('{"received":"');
const MINUTE_LENGTH = 16;
/** Offset of seconds and microseconds in a timestamp. */
const SECONDS_AT = 17;
const FRACTION_AT = 20;
const UTC = 0x5a;
const ORIGIN = Buffer.from('"origin":');
const MESSAGE = Buffer.from('"message":');
const EVENT = Buffer.from('"event":');

function startsWith(bytes: Uint8Array, at: number, part: Uint8Array): boolean {
  for (let i = 0; i < part.length; i++) if (bytes[at + i] !== part[i]) return false;
  return true;
}

/** -1 for other characters. */
function readDigits(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    if (!isDigit(bytes[at]!)) return -1;
    value = value * 10 + bytes[at]! - ZERO;
  }
  return value;
}

/**
 * Reads lines exactly as archives write them, in place without making strings: three times as fast as
 * parsing. Expects the previous line's source.
 */
export class PlainLineReader {
  micros = 0;
  /** Bounds of the event: a text without its quotes, or the whole object. */
  from = 0;
  to = 0;
  isText = false;
  #head: Uint8Array = new Uint8Array();
  #minute: Uint8Array = new Uint8Array(MINUTE_LENGTH);
  #minuteMicros: number | undefined;

  /** Learns the source from a line that was parsed: the next ones are mostly of the same one. */
  learn({ source, sourceId }: ArchiveRecord): void {
    this.#head = Buffer.from(writeHead(source, sourceId));
  }

  /**
   * @param end position of the newline
   * @returns false for any other line, also a valid one, such as with escapes
   */
  read(bytes: Buffer, from: number, end: number): boolean {
    const timeAt = from + BEFORE_TIME.length;
    const headAt = timeAt + TIME_LENGTH;
    if (this.#head.length === 0 || headAt + this.#head.length > end) return false;
    if (!startsWith(bytes, from, BEFORE_TIME) || !startsWith(bytes, headAt, this.#head)) return false;
    if (!this.#readTime(bytes, timeAt)) return false;
    let at = headAt + this.#head.length;
    if (startsWith(bytes, at, ORIGIN)) {
      at = skipValue(bytes, at + ORIGIN.length);
      if (at < 0 || bytes[at++] !== COMMA) return false;
    }
    const isText = startsWith(bytes, at, MESSAGE);
    at += isText ? MESSAGE.length : EVENT.length;
    if (!isText && (!startsWith(bytes, at - EVENT.length, EVENT) || bytes[at] !== OPEN_BRACE)) return false;
    const valueEnd = isText ? skipText(bytes, at) : skipValue(bytes, at);
    this.isText = isText;
    this.from = isText ? at + 1 : at;
    this.to = isText ? valueEnd - 1 : valueEnd;
    return valueEnd === end - 1 && bytes[valueEnd] === CLOSE_BRACE;
  }

  #readTime(bytes: Buffer, at: number): boolean {
    const seconds = readDigits(bytes, at + SECONDS_AT, at + FRACTION_AT - 1);
    const fraction = readDigits(bytes, at + FRACTION_AT, at + TIME_LENGTH - 1);
    if (this.#minuteMicros === undefined || !startsWith(bytes, at, this.#minute)) {
      const micros = parseMicros(bytes.toString('latin1', at, at + TIME_LENGTH));
      if (micros === undefined) return false;
      this.#minute = Uint8Array.from(bytes.subarray(at, at + MINUTE_LENGTH));
      this.#minuteMicros = micros - seconds * 1_000_000 - fraction;
    }
    this.micros = this.#minuteMicros + seconds * 1_000_000 + fraction;
    const marks = bytes[at + MINUTE_LENGTH] === COLON && bytes[at + FRACTION_AT - 1] === DOT;
    return marks && bytes[at + TIME_LENGTH - 1] === UTC && seconds >= 0 && fraction >= 0;
  }
}

const skipText = (bytes: Buffer, at: number): number => (bytes[at] === QUOTE ? skipString(bytes, at) : -1);
