import { COLON, DOT, isDigit, MINUS } from './bytes.ts';

const LETTER_T = 0x54;
const LETTER_Z = 0x5a;
const PLUS = 0x2b;
const MOST_DECIMALS = 9;

const areDigits = (buf: Buffer, p: number): boolean => isDigit(buf[p]!) && isDigit(buf[p + 1]!);

/**
 * End of the timestamp at `p` (https://datatracker.ietf.org/doc/html/rfc3339, up to nine decimals), or -1.
 */
export function timeEnd(buf: Buffer, p: number): number {
  if (buf[p + 4] !== MINUS || buf[p + 7] !== MINUS || buf[p + 10] !== LETTER_T) return -1;
  if (buf[p + 13] !== COLON || buf[p + 16] !== COLON) return -1;
  if (!areDigits(buf, p) || !areDigits(buf, p + 2) || !areDigits(buf, p + 5) || !areDigits(buf, p + 8))
    return -1;
  if (!areDigits(buf, p + 11) || !areDigits(buf, p + 14) || !areDigits(buf, p + 17)) return -1;
  let q = p + 19;
  if (buf[q] === DOT) {
    const first = ++q;
    while (q - first < MOST_DECIMALS && isDigit(buf[q]!)) q++;
    if (q === first) return -1;
  }
  if (buf[q] === LETTER_Z) return q + 1;
  const hasOffset = (buf[q] === PLUS || buf[q] === MINUS) && buf[q + 3] === COLON;
  return hasOffset && areDigits(buf, q + 1) && areDigits(buf, q + 4) ? q + 6 : -1;
}
