import { before, IS_ALNUM, IS_LETTER } from './bytes.ts';
import { hiddenAt, hiddenBefore } from './digits.ts';
import type { Detector } from './types.ts';

const MAX_LOCAL = 64;
const MAX_DOMAIN = 253;
const BACKSLASH = 0x5c;
const isLocal = new Uint8Array(256);
const isDomain = new Uint8Array(256);
for (let c = 0; c < 256; c++) {
  isDomain[c] = IS_ALNUM[c] === 1 || c === 0x2d || c === 0x2e ? 1 : 0;
  isLocal[c] = IS_ALNUM[c] === 1 || "._+-%~'!#$*^{|}`".includes(String.fromCharCode(c)) ? 1 : 0;
}

const isLead = (c: number): boolean => c >= 0xc3 && c <= 0xdf;
const isTail = (c: number): boolean => c >= 0x80 && c < 0xc0;

/** Skips invisible characters, but does not begin with one. */
function localStart(buf: Buffer, p: number, start: number): number {
  const stop = Math.max(start, p - MAX_LOCAL);
  let first = p;
  for (let q = p; ; ) {
    const c = q > stop ? buf[q - 1]! : 0;
    const hidden = isTail(c) ? hiddenBefore(buf, q, stop) : 0;
    if (hidden > 0) {
      q -= hidden;
      continue;
    }
    if (isLocal[c] === 1) q--;
    else if (q - 2 >= stop && isTail(c) && isLead(buf[q - 2]!)) q -= 2;
    else return first;
    first = q;
  }
}

const QUOTE = 0x22;

/** Start of `"anything"` (with escaped quotes) that ends at `p`, else `p`. */
function quotedStart(buf: Buffer, p: number, start: number): number {
  if (before(buf, p, start) !== QUOTE) return p;
  const isEscaped = before(buf, p - 1, start) === BACKSLASH;
  const stop = Math.max(start, p - MAX_LOCAL - 4);
  for (let q = p - (isEscaped ? 2 : 1); q > stop; q--) {
    const c = buf[q - 1]!;
    if (c < 32 || c === 0x40) return p;
    if (c !== QUOTE || (before(buf, q - 1, start) === BACKSLASH) !== isEscaped) continue;
    const first = isEscaped ? q - 2 : q - 1;
    return q < p - (isEscaped ? 2 : 1) ? first : p;
  }
  return p;
}

/** An internationalized name (https://datatracker.ietf.org/doc/html/rfc5890). */
const isEncoded = (buf: Buffer, p: number): boolean =>
  buf[p] === 0x78 && buf[p + 1] === 0x6e && buf[p + 2] === 0x2d && buf[p + 3] === 0x2d;

/** End of a domain in `[from, to)`, or -1: it needs a dot followed by two letters. */
function wholeEnd(buf: Buffer, from: number, to: number): number {
  for (let dot = to - 1; dot > from; dot--) {
    if (buf[dot] !== 0x2e || buf[dot - 1] === 0x2e) continue;
    let letters = 0;
    let last = dot + 1;
    for (let hidden = 0; last < to; ) {
      hidden = hiddenAt(buf, last, to);
      if (hidden === 0 && IS_LETTER[buf[last]!] === 0) break;
      if (hidden === 0) letters++;
      last += hidden || 1;
    }
    if (letters > 1) return isEncoded(buf, dot + 1) ? to : last;
  }
  return -1;
}

/** End of the domain, or -1. Skips invisible characters, unless the domain is complete before them. */
function domainEnd(buf: Buffer, from: number, end: number): number {
  const stop = Math.min(end, from + MAX_DOMAIN);
  let q = from;
  while (q < stop) {
    if (isDomain[buf[q]!] === 1) {
      q++;
      continue;
    }
    if (q + 1 < stop && isLead(buf[q]!) && isTail(buf[q + 1]!)) {
      q += 2;
      continue;
    }
    const hidden = hiddenAt(buf, q, stop);
    if (hidden === 0 || wholeEnd(buf, from, q) === q) break;
    q += hidden;
  }
  return wholeEnd(buf, from, q);
}

const SSH_ALGORITHM =
  /^(?:aes|blowfish|cast|chacha20|curve25519|ecdsa|hmac|kex|mlkem|rijndael|rsa|serpent|sk|sntrup|ssh|twofish|umac|webauthn|zlib)[\w-]*@(?:openssh\.com|libssh\.org|lysator\.liu\.se|ssh\.com)$/;

/** Makes strings only of candidates: most addresses are none. */
const isSshAlgorithm = (buf: Buffer, first: number, domain: number, last: number): boolean =>
  (buf[domain] === 0x6f || buf[domain] === 0x6c || buf[domain] === 0x73) &&
  SSH_ALGORITHM.test(buf.toString('latin1', first, last));

/** Also with %40 for @, as in URLs. */
export const email: Detector = {
  shortest: 6,
  anywhere: '@%',
  find(buf, p, start, end, found) {
    let from = p + 1;
    if (buf[p] === 0x25) {
      if (buf[p + 1] !== 0x34 || buf[p + 2] !== 0x30 || p + 2 >= end) return false;
      from = p + 3;
    }
    const plain = localStart(buf, p, start);
    const first = plain === p ? quotedStart(buf, p, start) : plain;
    if (first === p) return false;
    const last = domainEnd(buf, from, end);
    if (last < 0 || isSshAlgorithm(buf, first, from, last)) return false;
    found.start = first;
    found.end = last;
    return before(buf, p, start) !== 0x2e || first < p - 1;
  },
};
