import { at, IS_ALNUM, IS_DIGIT, IS_LETTER, isBoundary } from './bytes.ts';
import { isHidden, NO_SEPARATOR, readSeparator } from './digits.ts';
import { type Detector, DIGITS, LETTERS } from './types.ts';

const LENGTHS =
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30';

const upper = (c: number): number => c & ~32;
const toCountryIndex = (a: number, b: number): number => (upper(a) - 65) * 26 + upper(b) - 65;
const lengths = new Uint8Array(26 * 26);
for (const entry of LENGTHS.split(' '))
  lengths[toCountryIndex(entry.charCodeAt(0), entry.charCodeAt(1))] = Number(entry.slice(2));

const chars = new Uint8Array(40);

/** ISO 7064 MOD 97-10: rotated by four characters, the number modulo 97 is 1. */
function isChecked(length: number): boolean {
  let rest = 0;
  for (let i = 0; i < length; i++) {
    const c = chars[(i + 4) % length]!;
    rest = IS_DIGIT[c] === 1 ? (rest * 10 + c - 48) % 97 : (rest * 100 + upper(c) - 55) % 97;
  }
  return rest === 1;
}

export const iban: Detector = {
  shortest: 15,
  wordStart: LETTERS,
  mark: { bytes: DIGITS, after: 2 },
  mayHave: (digits) => digits > 1,
  find(buf, p, _start, end, found) {
    if (p + 15 > end || IS_DIGIT[buf[p + 2]!] === 0 || IS_DIGIT[buf[p + 3]!] === 0) return false;
    if (IS_LETTER[buf[p + 1]!] === 0) return false;
    const length = lengths[toCountryIndex(buf[p]!, buf[p + 1]!)]!;
    if (length === 0) return false;
    let q = p;
    for (let count = 0; count < length; ) {
      const c = at(buf, q, end);
      if (IS_ALNUM[c] === 1) {
        chars[count++] = c;
        q++;
        continue;
      }
      const separator = q < end ? readSeparator(buf, q, end) : NO_SEPARATOR;
      if (separator === NO_SEPARATOR || (!isHidden(separator & 15) && count % 4 !== 0)) return false;
      q += separator >> 4;
    }
    if (!isBoundary(buf, q, end) || !isChecked(length)) return false;
    found.start = p;
    found.end = q;
    return true;
  },
};
