import { before, IS_WORD } from './bytes.ts';
import type { Detector } from './types.ts';

/** Name endings whose values are always secret. */
const ALWAYS = ['password', 'passwd', 'pwd', 'passphrase', 'passcode'];
/** Name endings whose values are secret if they look random. */
const RANDOM = [
  'secret',
  'token',
  'apikey',
  'accesskey',
  'secretkey',
  'privatekey',
  'authkey',
  'signature',
  'credential',
];
const LONGEST_NAME = 64;
const LEAST_RANDOM = 12;
const LEAST_BITS = 3;
const MOST = 4096;

const endsName = new Uint8Array(256);
for (const word of [...ALWAYS, ...RANDOM]) {
  const last = word.charCodeAt(word.length - 1);
  endsName[last] = 1;
  endsName[last & ~32] = 1;
}

const isName = (c: number): boolean => IS_WORD[c] === 1 || c === 0x2d || c === 0x2e;
const isQuote = (c: number): boolean => c === 0x22 || c === 0x27;
const isSpace = (c: number): boolean => c === 32 || c === 9;
const endsValue = new Uint8Array(256);
for (let c = 0; c <= 32; c++) endsValue[c] = 1;
for (const char of '&,;"\'<>)}]|') endsValue[char.charCodeAt(0)] = 1;

export type SecretKind = 'always' | 'random' | null;

/** Recognizes secret names: `user.password`, `X-Api-Key`, `access_token`. */
export function secretKind(buf: Buffer, start: number, end: number): SecretKind {
  if (end <= start || endsName[buf[end - 1]!] === 0) return null;
  const name = buf
    .toString('latin1', Math.max(start, end - LONGEST_NAME), end)
    .toLowerCase()
    .replace(/[-_.]/g, '');
  if (ALWAYS.some((word) => name.endsWith(word))) return 'always';
  return RANDOM.some((word) => name.endsWith(word)) ? 'random' : null;
}

const counts = new Uint16Array(256);

/** Shannon entropy in bits per byte. */
function bitsPerByte(buf: Buffer, start: number, end: number): number {
  counts.fill(0);
  for (let p = start; p < end; p++) counts[buf[p]!]!++;
  const length = end - start;
  let bits = 0;
  for (let c = 0; c < 256; c++)
    if (counts[c]! > 0) bits -= (counts[c]! / length) * Math.log2(counts[c]! / length);
  return bits;
}

const HIDDEN = /^(?:\[[a-z0-9_]{1,16}(?:#[0-9a-f]{20})?\]?)$/;

function isHidden(buf: Buffer, start: number, end: number): boolean {
  if (buf[start] === 0x2a) {
    let p = start;
    while (p < end && buf[p] === 0x2a) p++;
    return p === end;
  }
  return buf[start] === 0x5b && end - start < 48 && HIDDEN.test(buf.toString('latin1', start, end));
}

export function isSecret(kind: SecretKind, buf: Buffer, start: number, end: number): boolean {
  if (kind === null || end <= start || isHidden(buf, start, end)) return false;
  if (kind === 'always') return true;
  return end - start >= LEAST_RANDOM && bitsPerByte(buf, start, Math.min(end, start + MOST)) >= LEAST_BITS;
}

/** The value in `password=…`, `"api_key": "…"`, `token: …`. */
export const secretValue: Detector = {
  shortest: 5,
  anywhere: '=:',
  find(buf, p, start, end, found) {
    let nameEnd = p;
    while (nameEnd > start && p - nameEnd < 4 && (isQuote(buf[nameEnd - 1]!) || isSpace(buf[nameEnd - 1]!)))
      nameEnd--;
    if (endsName[before(buf, nameEnd, start)] === 0) return false;
    let name = nameEnd;
    while (name > start && nameEnd - name < LONGEST_NAME && isName(buf[name - 1]!)) name--;
    const kind = secretKind(buf, name, nameEnd);
    if (kind === null) return false;
    let q = p + 1;
    if (buf[p] === 0x3a || isSpace(before(buf, p, start)))
      while (q < end && q - p < 8 && isSpace(buf[q]!)) q++;
    const quote = q < end && isQuote(buf[q]!) ? buf[q]! : 0;
    if (quote !== 0) q++;
    let last = q;
    // Only ASCII ends a value, so no UTF-8 sequence is split.
    while (last < end && (quote === 0 ? endsValue[buf[last]!] === 0 : buf[last] !== quote)) last++;
    if (!isSecret(kind, buf, q, last)) return false;
    found.start = q;
    found.end = last;
    return true;
  },
};
