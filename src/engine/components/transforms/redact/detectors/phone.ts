import { at, before, IS_DIGIT, IS_WORD, isBoundary } from './bytes.ts';
import { type Detector, DIGITS, type Found } from './types.ts';

const PLUS = 0x2b;
const OPEN = 0x28;
const isSeparator = (c: number): boolean =>
  c === 32 || c === 0x2d || c === 0x2e || c === OPEN || c === 0x29 || c === 0x2f;

/**
 * Digits with at most two separators in between. Returns the end of the last digit or fitting group, or -1.
 */
function numberEnd(buf: Buffer, p: number, end: number, least: number, most: number): number {
  let digits = 0;
  let separators = 0;
  let last = p;
  let fitting = -1;
  for (let q = p; q < end; q++) {
    const c = buf[q]!;
    if (IS_DIGIT[c] === 1) {
      if (++digits > most) return fitting;
      separators = 0;
      last = q + 1;
    } else {
      if (digits >= least && separators === 0 && IS_WORD[c] === 0) fitting = q;
      if (!isSeparator(c) || ++separators > 2) break;
    }
  }
  return digits >= least && isBoundary(buf, last, end) ? last : fitting;
}

/** `ddd-ddd-dddd`, with hyphens or dots. */
function isPlain(buf: Buffer, p: number, end: number): boolean {
  const separator = at(buf, p + 3, end);
  if ((separator !== 0x2d && separator !== 0x2e) || at(buf, p + 7, end) !== separator || p + 12 > end)
    return false;
  for (let i = 0; i < 12; i++) if (i !== 3 && i !== 7 && IS_DIGIT[buf[p + i]!] === 0) return false;
  return isBoundary(buf, p + 12, end) && at(buf, p + 12, end) !== separator;
}

const take = (found: Found, start: number, end: number): boolean => {
  found.start = start;
  found.end = end;
  return end >= 0;
};

export const phone: Detector = {
  shortest: 8,
  anywhere: '+(',
  wordStart: DIGITS,
  mayHave: (digits, next) => digits === 3 && (next === 0x2d || next === 0x2e),
  find(buf, p, _start, end, found) {
    const c = buf[p]!;
    if (IS_DIGIT[c] === 1) {
      const previous = before(buf, p, found.cut);
      return previous !== 0x2d && previous !== 0x2e && isPlain(buf, p, end) && take(found, p, p + 12);
    }
    if (IS_WORD[before(buf, p, found.cut)] === 1) return false;
    const first = at(buf, p + 1, end);
    if (c === PLUS)
      return first >= 0x31 && first <= 0x39 && take(found, p, numberEnd(buf, p + 1, end, 8, 15));
    const isArea =
      IS_DIGIT[first] === 1 && IS_DIGIT[at(buf, p + 2, end)] === 1 && IS_DIGIT[at(buf, p + 3, end)] === 1;
    return isArea && at(buf, p + 4, end) === 0x29 && take(found, p, numberEnd(buf, p + 1, end, 10, 11));
  },
};
