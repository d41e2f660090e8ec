import { CLOSE_BRACE, COLON, COMMA, OPEN_BRACE, QUOTE } from '../../../event/bytes.ts';
import { VALUE_ESCAPED } from '../../../event/layout.ts';
import { skipSpace, skipValue, stringEnd } from '../../../event/scanner.ts';

export const NAMES = ['time', 'host', 'source', 'sourcetype', 'index', 'fields', 'event'] as const;
export const [TIME, HOST, SOURCE, SOURCETYPE, INDEX, FIELDS, EVENT] = [0, 1, 2, 3, 4, 5, 6] as const;
const BYTES = NAMES.map((name) => Buffer.from(name));

function findName(text: Buffer, from: number, to: number): number {
  for (let n = 0; n < BYTES.length; n++) {
    const name = BYTES[n]!;
    if (name.length !== to - from || text[from] !== name[0]) continue;
    let i = 1;
    while (i < name.length && text[from + i] === name[i]) i++;
    if (i === name.length) return n;
  }
  return -1;
}

function escapedNumber(text: Buffer, from: number, to: number): number {
  const names: readonly unknown[] = NAMES;
  return names.indexOf(JSON.parse(`"${text.toString('utf8', from, to)}"`));
}

/**
 * Visits the known members of the object at `from`; returns the offset after it, or -1 when invalid. `text`
 * must contain exactly one newline, at its end, for the scanner.
 */
export function eachKnown(
  text: Buffer,
  from: number,
  take: (name: number, from: number, to: number) => void,
): number {
  if (text[from] !== OPEN_BRACE) return -1;
  let p = skipSpace(text, from + 1);
  if (text[p] === CLOSE_BRACE) return p + 1;
  for (;;) {
    if (text[p] !== QUOTE) return -1;
    const key = stringEnd(text, p);
    if (key < 0) return -1;
    const keyEnd = key >> 3;
    const name = key & VALUE_ESCAPED ? escapedNumber(text, p + 1, keyEnd) : findName(text, p + 1, keyEnd);
    p = skipSpace(text, keyEnd + 1);
    if (text[p] !== COLON) return -1;
    const value = skipSpace(text, p + 1);
    const end = skipValue(text, value);
    if (end < 0) return -1;
    if (name >= 0) take(name, value, end);
    p = skipSpace(text, end);
    if (text[p] === CLOSE_BRACE) return p + 1;
    if (text[p] !== COMMA) return -1;
    p = skipSpace(text, p + 1);
  }
}

/** Value ranges by name index; 0 to 0 when absent. Reused. */
export class Envelope {
  readonly from = new Int32Array(NAMES.length);
  readonly to = new Int32Array(NAMES.length);
  private readonly note = (name: number, from: number, to: number): void => {
    this.from[name] = from;
    this.to[name] = to;
  };

  /** Returns the offset after the envelope, or -1 when invalid. */
  read(text: Buffer, at: number): number {
    this.from.fill(0);
    this.to.fill(0);
    return eachKnown(text, at, this.note);
  }
}
