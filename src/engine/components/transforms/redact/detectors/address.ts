import { isIPv6 } from 'node:net';
import { COLON, DOT } from '../../../../event/bytes.ts';
import { at, before, IS_DIGIT, IS_HEX, IS_WORD, isBoundary } from './bytes.ts';
import { type Detector, DIGITS } from './types.ts';

function quadEnd(buf: Buffer, p: number, end: number): number {
  let q = p;
  for (let part = 0; part < 4; part++) {
    if (part > 0 && at(buf, q++, end) !== DOT) return -1;
    const first = q;
    let value = 0;
    while (q < end && q - first < 3 && IS_DIGIT[buf[q]!] === 1) value = value * 10 + buf[q++]! - 48;
    if (q === first || value > 255) return -1;
  }
  return q;
}

const goesOn = (buf: Buffer, q: number, end: number): boolean =>
  !isBoundary(buf, q, end) || (at(buf, q, end) === DOT && IS_DIGIT[at(buf, q + 1, end)] === 1);

export const ipv4: Detector = {
  shortest: 7,
  wordStart: DIGITS,
  mayHave: (digits, next) => digits < 4 && next === DOT,
  find(buf, p, _start, end, found) {
    if (before(buf, p, found.cut) === DOT && IS_DIGIT[before(buf, p - 1, found.cut)] === 1) return false;
    const q = quadEnd(buf, p, end);
    if (q < 0 || goesOn(buf, q, end)) return false;
    found.start = p;
    found.end = q;
    return true;
  },
};

const LONGEST = 45;

/** Full or with `::`. Runs at the first colon. */
export const ipv6: Detector = {
  shortest: 3,
  anywhere: ':',
  find(buf, p, _start, end, found) {
    let first = p;
    while (first > found.cut && p - first < 4 && IS_HEX[buf[first - 1]!] === 1) first--;
    const previous = before(buf, first, found.cut);
    if (IS_WORD[previous] === 1 || previous === COLON || previous === DOT) return false;
    let colons = 0;
    let isShort = false;
    let digits = 0;
    let q = first;
    for (; q < end && q - first < LONGEST; q++) {
      const c = buf[q]!;
      if (c === COLON) {
        colons++;
        if (q > first && buf[q - 1] === COLON) isShort = true;
      } else if (IS_HEX[c] === 0 && c !== DOT) break;
      else digits += IS_DIGIT[c]!;
    }
    while (q > p + 1 && (buf[q - 1] === DOT || (buf[q - 1] === COLON && buf[q - 2] !== COLON))) q--;
    if (digits === 0 || (!isShort && colons < 6) || !isBoundary(buf, q, end)) return false;
    if (!isIPv6(buf.toString('latin1', first, q))) return false;
    found.start = first;
    found.end = q;
    return true;
  },
};
