import { at, before, IS_ALNUM, IS_DIGIT, IS_HEX, IS_LETTER, IS_WORD } from './bytes.ts';
import { DIGIT_LEADS, isHidden, isVisible, NO_SEPARATOR, readDigit, readSeparator } from './digits.ts';
import { type Detector, MOST_DIGITS } from './types.ts';

const LEAST = 13;
const MOST = 19;
const MAESTRO = new Set([5018, 5020, 5038, 5893, 6304, 6759, 6761, 6762, 6763]);
const MOST_SEPARATORS = 3;
const SEPARATORS = Buffer.from(' \t-._\n\r\\');
const CONTEXT_BYTES = 32;
/** Replacements of cards are no context. */
const CONTEXT =
  /(?:(?<!\[)card|visa|master|amex|maestro|diners|discover|\bpan\b|\bcc(?:n|num)?\b|kreditkarte|karte)/i;
const LONGEST_WORD = 20;

const digits = new Uint8Array(MOST);
const groups = new Uint8Array(MOST);

const startNumber = (count: number): number => {
  let number = 0;
  for (let i = 0; i < count; i++) number = number * 10 + digits[i]!;
  return number;
};

const between = (number: number, least: number, most: number): boolean => number >= least && number <= most;

/** Lengths issued today. */
function isIssued(length: number): boolean {
  const two = startNumber(2);
  const four = startNumber(4);
  if (digits[0] === 4) return length === 16;
  if (between(two, 51, 55) || between(four, 2221, 2720)) return length === 16;
  if (two === 34 || two === 37) return length === 15;
  if (two === 36 || two === 38 || two === 39 || between(four, 3000, 3059)) return length === 14;
  if (between(four, 3528, 3589) || two === 62 || two === 65 || four === 6011) return length === 16;
  return between(four, 6440, 6499) && length === 16;
}

/** Lengths more common for other numbers: a card only beside a word for one. */
function isRare(length: number): boolean {
  const two = startNumber(2);
  const four = startNumber(4);
  if (digits[0] === 4) return length === 13 || length === 19;
  if (two === 36 || two === 38 || two === 39 || between(four, 3000, 3059)) return length >= 14;
  if (between(four, 3528, 3589) || two === 62 || two === 65 || four === 6011) return length >= 16;
  return between(four, 6440, 6499) ? length >= 16 : MAESTRO.has(four);
}

const IS_ISSUER = Uint8Array.from({ length: 10_000 }, (_, number) => {
  for (let i = 0; i < 4; i++) digits[i] = Math.floor(number / 10 ** (3 - i)) % 10;
  for (let length = LEAST; length <= MOST; length++) if (isIssued(length) || isRare(length)) return 1;
  return 0;
});

/** Digits without a card's issuer. Separated digits are not checked. */
function isOthers(buf: Buffer, p: number): boolean {
  let number = 0;
  for (let q = p; q < p + 4; q++) {
    if (IS_DIGIT[buf[q]!] === 0) return false;
    number = number * 10 + buf[q]! - 48;
  }
  return IS_ISSUER[number] === 0;
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

/** Groups of cards: fours, 4-6-5, 4-6-4, or single digits. */
function isGroupedLikeCard(count: number): boolean {
  if (count === 1 || groups[1] === 6)
    return count === 1 || (count === 3 && groups[0] === 4 && groups[2]! >= 4);
  const size = groups[0]!;
  if (size !== 4 && size !== 1) return false;
  for (let i = 1; i < count - 1; i++) if (groups[i] !== size) return false;
  return groups[count - 1]! <= size;
}

const hasContext = (buf: Buffer, p: number, start: number): boolean =>
  CONTEXT.test(buf.toString('latin1', Math.max(start, p - CONTEXT_BYTES), p));

/** Adjoining letters make digits a word, unless they are hexadecimal. */
function isGlued(buf: Buffer, first: number, last: number, start: number, end: number): boolean {
  let from = first;
  while (from > start && first - from < LONGEST_WORD && IS_LETTER[buf[from - 1]!] === 1) from--;
  let to = last;
  while (to < end && to - last < LONGEST_WORD && IS_LETTER[buf[to]!] === 1) to++;
  if (IS_ALNUM[before(buf, from, start)] === 1 || IS_ALNUM[at(buf, to, end)] === 1) return false;
  if (before(buf, from, start) === 0x5f || at(buf, to, end) === 0x5f) return false;
  for (let p = from; p < first; p++) if (IS_HEX[buf[p]!] === 0) return true;
  for (let p = last; p < to; p++) if (IS_HEX[buf[p]!] === 0) return true;
  return false;
}

/** Valid numbers of known issuers, however their digits are written. */
export const card: Detector = {
  shortest: 13,
  anywhere: DIGIT_LEADS,
  wordStart: '23456',
  afterLetter: '23456',
  mayHave: (digits, next) =>
    digits === MOST_DIGITS || next >= 0x80 || ((digits === 4 || digits === 1) && SEPARATORS.includes(next)),
  find(buf, p, start, end, found) {
    const previous = before(buf, p, found.cut);
    if (p + LEAST > end || IS_DIGIT[previous] === 1 || isOthers(buf, p)) return false;
    if (previous === 0x2e && IS_DIGIT[before(buf, p - 1, found.cut)] === 1) return false;
    let count = 0;
    let group = 0;
    let kind = NO_SEPARATOR;
    let last = -1;
    let isRareOne = false;
    let isWhole = true;
    groups[0] = 0;
    for (let q = p, separators = 0; q < end; ) {
      const digit = readDigit(buf, q, end);
      if (digit < 0) {
        const separator = readSeparator(buf, q, end);
        const one = separator & 15;
        if (separator === NO_SEPARATOR || ++separators > MOST_SEPARATORS || count === 0) break;
        if (isVisible(one) && kind !== NO_SEPARATOR && kind !== one) break;
        if (isVisible(one)) kind = one;
        if (!isHidden(one) && groups[group]! > 0) {
          if (group === 0 && count !== 4 && count !== 1) break;
          groups[++group] = 0;
        }
        q += separator >> 4;
        continue;
      }
      if (count === MOST) break;
      digits[count++] = digit & 15;
      groups[group]!++;
      q += digit >> 4;
      separators = 0;
      if (count < LEAST || readDigit(buf, q, end) >= 0) continue;
      const isIssuedOne = isIssued(count);
      if ((!isIssuedOne && !isRare(count)) || !passesLuhn(count) || !isGroupedLikeCard(group + 1)) continue;
      last = q;
      isRareOne = !isIssuedOne;
      isWhole = group === 0;
    }
    if (last < 0) return false;
    const next = at(buf, last, end);
    if (next === 0x2e && isWhole && IS_DIGIT[at(buf, last + 1, end)] === 1) return false;
    const isInWord = IS_LETTER[previous] === 1 || IS_LETTER[next] === 1;
    if (isInWord && (!isWhole || !isGlued(buf, p, last, found.cut, end))) return false;
    // Parts of identifiers, as in blk_-1608999687919862906.
    const isPart =
      previous === 0x5f ||
      next === 0x5f ||
      (previous === 0x2d && IS_WORD[before(buf, p - 1, found.cut)] === 1) ||
      (next === 0x2d && IS_LETTER[at(buf, last + 1, end)] === 1);
    if ((isPart || isRareOne) && !hasContext(buf, p, start)) return false;
    found.start = p;
    found.end = last;
    return true;
  },
};
