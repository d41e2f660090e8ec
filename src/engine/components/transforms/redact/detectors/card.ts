import { at, before, IS_DIGIT, IS_WORD } from './bytes.ts';
import type { Detector } from './types.ts';

const LEAST = 13;
const MOST = 19;
const MAESTRO = new Set([5018, 5020, 5038, 5893, 6304, 6759, 6761, 6762, 6763]);
const digits = new Uint8Array(MOST);

const startNumber = (count: number): number => {
  let number = 0;
  for (let i = 0; i < count; i++) number = number * 10 + digits[i]!;
  return number;
};

const between = (number: number, least: number, most: number): boolean => number >= least && number <= most;

function isIssued(length: number): boolean {
  const two = startNumber(2);
  const four = startNumber(4);
  if (digits[0] === 4) return length === 13 || length === 16 || length === 19;
  if (between(two, 51, 55) || between(four, 2221, 2720)) return length === 16;
  if (two === 34 || two === 37) return length === 15;
  if (two === 36 || two === 38 || two === 39 || between(four, 3000, 3059)) return length >= 14;
  if (between(four, 3528, 3589) || two === 62 || two === 65 || four === 6011) return length >= 16;
  return between(four, 6440, 6499) ? length >= 16 : MAESTRO.has(four);
}

/** The check digit of ISO/IEC 7812 (Luhn). */
function passesLuhn(length: number): boolean {
  let sum = 0;
  for (let i = 0; i < length; i++) {
    const digit = digits[length - 1 - i]!;
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

/** Valid payment card numbers, also grouped by spaces or hyphens. */
export const card: Detector = {
  shortest: 13,
  wordStart: '23456',
  find(buf, p, _start, end, found) {
    if (p + LEAST > end) return false;
    // Decimals of a number are not a card.
    if (before(buf, p, found.cut) === 0x2e && IS_DIGIT[before(buf, p - 1, found.cut)] === 1) return false;
    let count = 0;
    let separator = 0;
    let last = -1;
    for (let q = p; q < end; ) {
      const c = buf[q]!;
      if (IS_DIGIT[c] === 0) {
        if ((c !== 32 && c !== 0x2d) || (separator !== 0 && c !== separator)) break;
        if (IS_DIGIT[at(buf, q + 1, end)] === 0) break;
        separator = c;
        q++;
        continue;
      }
      if (count === MOST) break;
      digits[count++] = c - 48;
      q++;
      if (count < LEAST || IS_WORD[at(buf, q, end)] === 1) continue;
      if (isIssued(count) && passesLuhn(count)) last = q;
    }
    if (
      last < 0 ||
      (at(buf, last, end) === 0x2e && IS_DIGIT[at(buf, last + 1, end)] === 1 && separator === 0)
    )
      return false;
    found.start = p;
    found.end = last;
    return true;
  },
};
