import { NEWLINE } from '../event/bytes.ts';
import { BEFORE_TIME, formatMicros, TIME_LENGTH } from './record.ts';

/** Microseconds; `to` is exclusive. */
export type Span = { readonly from: number; readonly to: number };

const BEGIN = Buffer.from(BEFORE_TIME);
/** Times with a five-digit year no longer sort as text. */
const LAST = Date.UTC(10_000, 0) * 1000 - 1;

const write = (micros: number): Buffer => Buffer.from(formatMicros(Math.min(Math.max(micros, 0), LAST)));

/** Tests by the bytes of an archived line whether its time can lie in a span; the format sorts like time. */
export class WrittenSpan {
  #from: Buffer = Buffer.alloc(0);
  #to: Buffer = Buffer.alloc(0);

  /** @param from @param to Unix microseconds; `to` is exclusive */
  set(from: number, to: number): void {
    this.#from = write(from);
    this.#to = write(to);
  }

  /** False when even a block's newest line is too old. @param newest from `findNewest` */
  canHoldUpTo(newest: Buffer): boolean {
    return newest.compare(this.#from) >= 0;
  }

  /** True also for lines in another format. @param at start of the line */
  canHold(bytes: Buffer, at: number): boolean {
    const timeAt = at + BEGIN.length;
    const end = timeAt + TIME_LENGTH;
    if (end > bytes.length || bytes.compare(BEGIN, 0, BEGIN.length, at, timeAt) !== 0) return true;
    return (
      bytes.compare(this.#from, 0, TIME_LENGTH, timeAt, end) >= 0 &&
      bytes.compare(this.#to, 0, TIME_LENGTH, timeAt, end) < 0
    );
  }
}

/** The newest time as written; undefined if any line has another format. */
export function findNewest(bytes: Buffer): Buffer | undefined {
  let newest = 0;
  for (let from = 0; from < bytes.length; from = bytes.indexOf(NEWLINE, from) + 1) {
    const at = from + BEGIN.length;
    const isWritten =
      at + TIME_LENGTH <= bytes.length && bytes.compare(BEGIN, 0, BEGIN.length, from, at) === 0;
    if (!isWritten) return undefined;
    if (newest === 0 || bytes.compare(bytes, newest, newest + TIME_LENGTH, at, at + TIME_LENGTH) > 0)
      newest = at;
  }
  return newest === 0 ? undefined : bytes.subarray(newest, newest + TIME_LENGTH);
}
