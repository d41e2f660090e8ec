import { MINUS } from '../../../../event/bytes.ts';
import {
  at,
  before,
  IS_ALNUM,
  IS_BASE64URL,
  IS_DIGIT,
  IS_TOKEN,
  IS_WORD,
  isBoundary,
  runEnd,
} from './bytes.ts';
import type { Detector } from './types.ts';

const MOST = 4096;

export const awsKey: Detector = {
  shortest: 20,
  wordStart: 'A',
  find(buf, p, _start, end, found) {
    const second = at(buf, p + 1, end);
    if ((second !== 0x4b && second !== 0x53) || buf[p + 2] !== 0x49 || buf[p + 3] !== 0x41) return false;
    let q = p + 4;
    while (q < end && q - p < 20 && IS_ALNUM[buf[q]!] === 1 && (buf[q]! < 97 || IS_DIGIT[buf[q]!] === 1)) q++;
    if (q - p !== 20 || !isBoundary(buf, q, end)) return false;
    found.start = p;
    found.end = q;
    return true;
  },
};

/** Prefixes of well-known services, and the minimum length that follows. */
const STARTS: readonly (readonly [string, number])[] = [
  ['ghp_', 36],
  ['gho_', 36],
  ['ghu_', 36],
  ['ghs_', 36],
  ['ghr_', 36],
  ['github_pat_', 22],
  ['glpat-', 20],
  ['xoxb-', 10],
  ['xoxp-', 10],
  ['xoxa-', 10],
  ['xoxr-', 10],
  ['xoxs-', 10],
  ['sk_live_', 16],
  ['rk_live_', 16],
  ['AIza', 35],
  ['npm_', 36],
  ['hf_', 30],
  ['sk-', 32],
];
const starts = STARTS.map(([text, least]) => ({ bytes: Buffer.from(text), least }));

export const apiToken: Detector = {
  shortest: 15,
  wordStart: [...new Set(STARTS.map(([text]) => text[0]))].join(''),
  find(buf, p, _start, end, found) {
    if (before(buf, p, found.cut) === MINUS) return false;
    for (const { bytes, least } of starts) {
      if (buf[p + 1] !== bytes[1] || p + bytes.length + least > end) continue;
      let same = 2;
      while (same < bytes.length && buf[p + same] === bytes[same]) same++;
      if (same < bytes.length) continue;
      const q = runEnd(buf, p, end, IS_BASE64URL, MOST);
      if (q - p < bytes.length + least) continue;
      found.start = p;
      found.end = q;
      return true;
    }
    return false;
  },
};

/**
 * JSON Web Tokens (https://datatracker.ietf.org/doc/html/rfc7519): two or three Base64 parts, the first an
 * object.
 */
export const jwt: Detector = {
  shortest: 15,
  wordStart: 'e',
  mark: { bytes: 'J', after: 2 },
  find(buf, p, _start, end, found) {
    if (before(buf, p, found.cut) === MINUS || at(buf, p + 1, end) !== 0x79 || at(buf, p + 2, end) !== 0x4a)
      return false;
    const head = runEnd(buf, p, end, IS_BASE64URL, MOST);
    if (head - p < 10 || at(buf, head, end) !== 0x2e) return false;
    const body = runEnd(buf, head + 1, end, IS_BASE64URL, 16 * MOST);
    if (body - head < 5) return false;
    found.start = p;
    found.end = at(buf, body, end) === 0x2e ? runEnd(buf, body + 1, end, IS_BASE64URL, MOST) : body;
    return true;
  },
};

const BEARER = Buffer.from('bearer');

/** https://datatracker.ietf.org/doc/html/rfc6750#section-2.1 */
export const bearer: Detector = {
  shortest: 14,
  wordStart: 'Bb',
  find(buf, p, _start, end, found) {
    for (let i = 1; i < BEARER.length; i++) if ((at(buf, p + i, end) | 32) !== BEARER[i]) return false;
    let q = p + BEARER.length;
    if (at(buf, q, end) === 0x25 && at(buf, q + 1, end) === 0x32 && at(buf, q + 2, end) === 0x30) q += 3;
    else {
      while (q < end && q - p < 16 && (buf[q] === 32 || buf[q] === 9)) q++;
      if (q === p + BEARER.length) return false;
    }
    const last = runEnd(buf, q, end, IS_TOKEN, 16 * MOST);
    // Tokens contain digits or are long; words do not.
    let digits = 0;
    for (let i = q; i < last; i++) digits += IS_DIGIT[buf[i]!]!;
    if (last - q < 8 || (digits === 0 && last - q < 24) || IS_WORD[buf[q]!] === 0) return false;
    found.start = q;
    found.end = last;
    return true;
  },
};
