/**
 * Bloom-like filter of the 3-byte and 6-byte sequences of a text, ASCII letters in lower case. False
 * positives only.
 */
const SHORT = 3;
const LONG = 6;
const SHORT_BITS = 18;
const LONG_BITS_MAX = 25;
const LONG_BITS_MIN = 10;
/** As many as two bytes have. */
const KNOWN_BITS = 16;
export const SHORT_BYTES = 1 << (SHORT_BITS - 3);
/** Halved while fewer bits than this share are set. */
const FILL_MAX = 1 / 8;

const LOWER = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));

const hashShort = (last: number): number => Math.imul(last & 0xffffff, 0x9e3779b1) >>> (32 - SHORT_BITS);

/** @param last four bytes @param before the two preceding bytes */
function hashLong(last: number, before: number): number {
  const mixed = Math.imul(last, 0x9e3779b1) ^ Math.imul(before & 0xffff, 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> (32 - LONG_BITS_MAX);
}

export type GramFilter = { readonly short: Uint8Array; readonly long: Uint8Array };

export class GramBuilder {
  readonly #short = new Uint8Array(SHORT_BYTES);
  readonly #long: Uint8Array;
  /** Recently added 6-byte sequences: logs repeat. */
  readonly #known = new Int32Array(1 << KNOWN_BITS);

  constructor(bytes: number) {
    const bits = Math.ceil(Math.log2(Math.max(1, bytes / FILL_MAX)));
    this.#long = new Uint8Array(1 << (Math.min(LONG_BITS_MAX, Math.max(LONG_BITS_MIN, bits)) - 3));
  }

  add(bytes: Uint8Array): void {
    const short = this.#short;
    const long = this.#long;
    const known = this.#known;
    const mask = long.length * 8 - 1;
    let last = 0;
    let before = 0;
    for (let at = 0; at < bytes.length; at++) {
      before = ((before << 8) | (last >>> 24)) & 0xffff;
      last = (last << 8) | LOWER[bytes[at]!]!;
      if (at >= LONG - 1) {
        // Slot and content together identify all six bytes.
        const place = (Math.imul(last, 0x9e3779b1) >>> (32 - KNOWN_BITS)) ^ before;
        if (known[place] === last && last !== 0) continue;
        known[place] = last;
        const inLong = hashLong(last, before) & mask;
        long[inLong >>> 3]! |= 1 << (inLong & 7);
      } else if (at < SHORT - 1) continue;
      const inShort = hashShort(last);
      short[inShort >>> 3]! |= 1 << (inShort & 7);
    }
  }

  addText(text: string): void {
    this.add(Buffer.from(text));
  }

  finish(): GramFilter {
    let long = this.#long;
    while (long.length > 1 << (LONG_BITS_MIN - 3)) {
      const half = long.length / 2;
      const folded = long.slice(0, half);
      const [words, others] = [toWords(folded), toWords(long.subarray(half))];
      for (let at = 0; at < words.length; at++) words[at]! |= others[at]!;
      if (countBits(folded) > folded.length * 8 * FILL_MAX) break;
      long = folded;
    }
    return { short: this.#short, long };
  }
}

function countBits(bytes: Uint8Array): number {
  let count = 0;
  for (const word of toWords(bytes)) {
    const pairs = word - ((word >>> 1) & 0x55555555);
    const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
    count += Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

const toWords = (bytes: Uint8Array): Uint32Array =>
  new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);

/** Bits that are all set when the filter may hold the text. */
export type Probes = { readonly short: readonly number[]; readonly long: readonly number[] };

/** @param longBytes size of the filter's 6-byte section */
export function listProbes(text: string, longBytes: number): Probes {
  const bytes = Buffer.from(text);
  const short: number[] = [];
  const long: number[] = [];
  let last = 0;
  let before = 0;
  for (const [at, byte] of bytes.entries()) {
    before = ((before << 8) | (last >>> 24)) & 0xffff;
    last = (last << 8) | LOWER[byte]!;
    if (at >= SHORT - 1) short.push(hashShort(last));
    if (at >= LONG - 1) long.push(hashLong(last, before) & (longBytes * 8 - 1));
  }
  return { short, long };
}
