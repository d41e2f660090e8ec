import { at, before, IS_WORD, runEnd } from './bytes.ts';
import type { Detector, Found } from './types.ts';

const ALWAYS = ['password', 'passwd', 'pwd', 'passphrase', 'passcode', 'clientsecret'];
/** Name endings whose values are secret if they look random, or are short and have letters and digits. */
const MIXED = ['secret', 'token', 'apikey'];
/** Name endings whose values are secret if they look random. */
const RANDOM = ['accesskey', 'secretkey', 'privatekey', 'authkey', 'signature', 'credential'];
const LONGEST_NAME = 64;
const LEAST_RANDOM = 12;
/** Excludes compound names, versions, times and paths. */
const SHORT = /^[^-.:/]{6,11}$/;
const LEAST_BASIC = 4;
const LEAST_BITS = 3;
const MOST = 4096;

const endsName = new Uint8Array(256);
for (const word of [...ALWAYS, ...MIXED, ...RANDOM]) {
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

export type SecretKind = 'always' | 'mixed' | 'random' | null;

/** Recognizes secret names: `user.password`, `X-Api-Key`, `access_token`. */
export function secretKind(buf: Buffer, start: number, end: number): SecretKind {
  if (end <= start || endsName[buf[end - 1]!] === 0) return null;
  const name = buf
    .toString('latin1', Math.max(start, end - LONGEST_NAME), end)
    .toLowerCase()
    .replace(/[-_.]/g, '');
  if (ALWAYS.some((word) => name.endsWith(word))) return 'always';
  if (MIXED.some((word) => name.endsWith(word))) return 'mixed';
  return RANDOM.some((word) => name.endsWith(word)) ? 'random' : null;
}

/** Shells and sudo call the working directory PWD. */
const FOLDER = /^(?:~|\/|\/[\w.-]+(?:\/[\w.-]*)*)$/;
const isFolder = (buf: Buffer, start: number, end: number): boolean =>
  (buf[start] === 0x2f || buf[start] === 0x7e) &&
  FOLDER.test(buf.toString('latin1', start, Math.min(end, start + MOST)));

const PASSWD = /passwd$/i;
/** PAM's functions for passwd, chpasswd and gpasswd: `(chpasswd:chauthtok)`. */
const PAM = /^(?:auth|account|session|chauthtok|password)$/;
const isPamService = (buf: Buffer, name: number, nameEnd: number, start: number, end: number): boolean =>
  buf[nameEnd] === 0x3a &&
  end - start < 10 &&
  PAM.test(buf.toString('latin1', start, end)) &&
  PASSWD.test(buf.toString('latin1', name, nameEnd));

/** Class and object names, as in `token=android.os.BinderProxy@1b2c3d4`. */
const NAMED_OBJECT =
  /^(?:[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*@[0-9a-f]{1,8}|[A-Za-z_$]+(?:[./][A-Za-z_$]+)+(?:\/\d+)?:?|[A-Za-z]\w*\{.*)$/;

const counts = new Uint16Array(256);

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
  if (kind === 'always') return !isFolder(buf, start, end);
  const text = buf.toString('latin1', start, Math.min(end, start + LONGEST_NAME));
  if (NAMED_OBJECT.test(text)) return false;
  if (kind === 'mixed' && SHORT.test(text)) return /[A-Za-z]/.test(text) && /\d/.test(text);
  return end - start >= LEAST_RANDOM && bitsPerByte(buf, start, Math.min(end, start + MOST)) >= LEAST_BITS;
}

const BASIC = Buffer.from('basic');
const isBase64 = new Uint8Array(256);
for (let c = 0; c < 128; c++) isBase64[c] = /[A-Za-z0-9+/_=-]/.test(String.fromCharCode(c)) ? 1 : 0;

/**
 * `Basic dXNlcjpwYXNz`: base64 of name, colon and password (https://datatracker.ietf.org/doc/html/rfc7617).
 */
function findBasic(buf: Buffer, p: number, end: number, found: Found): boolean {
  for (let i = 1; i < BASIC.length; i++) if ((at(buf, p + i, end) | 32) !== BASIC[i]) return false;
  let q = p + BASIC.length;
  if (at(buf, q, end) === 0x25 && at(buf, q + 1, end) === 0x32 && at(buf, q + 2, end) === 0x30) q += 3;
  else while (q < end && q - p < 16 && isSpace(buf[q]!)) q++;
  const last = runEnd(buf, q, end, isBase64, MOST);
  if (q === p + BASIC.length || last - q < LEAST_BASIC) return false;
  if (
    !/^[^\p{Cc}:]*:\P{Cc}*$/u.test(Buffer.from(buf.toString('latin1', q, last), 'base64').toString('latin1'))
  )
    return false;
  found.start = q;
  found.end = last;
  return true;
}

const endsAddress = new Uint8Array(256);
for (let c = 0; c <= 32; c++) endsAddress[c] = 1;
for (const char of '/"\'<>)}]|\\') endsAddress[char.charCodeAt(0)] = 1;

/** The password in `postgres://user:password@host`, from the colon before `//`. */
function findUserInfo(buf: Buffer, p: number, end: number, found: Found): boolean {
  let colon = -1;
  let last = -1;
  for (let q = p + 3; q < end && q - p < MOST; q++) {
    const c = buf[q]!;
    if (c === 0x40) last = q;
    else if (c === 0x3a && colon < 0) colon = q;
    // Redacted text ends with a bracket.
    else if (endsAddress[c] === 1 && !(c === 0x5d && at(buf, q + 1, end) === 0x40)) break;
  }
  if (colon < 0 || last <= colon + 1 || isHidden(buf, colon + 1, last)) return false;
  found.start = colon + 1;
  found.end = last;
  return true;
}

/**
 * The value in `password=…`, `"api_key": "…"`, `token: …`, `Basic …`, and the password in
 * `postgres://user:password@host`.
 */
export const secretValue: Detector = {
  shortest: 5,
  anywhere: '=:',
  wordStart: 'Bb',
  find(buf, p, start, end, found) {
    const c = buf[p]!;
    if ((c | 32) === 0x62) return findBasic(buf, p, end, found);
    if (c === 0x3a && at(buf, p + 1, end) === 0x2f && at(buf, p + 2, end) === 0x2f)
      return IS_WORD[before(buf, p, start)] === 1 && findUserInfo(buf, p, end, found);
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
    if (!isSecret(kind, buf, q, last) || isPamService(buf, name, nameEnd, q, last)) return false;
    found.start = q;
    found.end = last;
    return true;
  },
};
