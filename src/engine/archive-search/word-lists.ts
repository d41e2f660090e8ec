/**
 * Inverted index of a file: which events contain each word. A word is a maximal run of at least three ASCII
 * letters, in lower case. An alphabetic text occurs in an event exactly if it occurs in one of its words.
 */
export const WORD_MIN = 3;
const WORDS_MAX = 1 << 15;
const NAMES_BYTES_MAX = 1 << 20;
/** While building; files that need more are counted by reading them. */
const LIST_BYTES_MAX = 48 << 20;
/** At most a quarter of the hash table is used. */
const TABLE_FACTOR = 4;
const FIRST_WORDS = 256;
const COUNTS_BYTES = 8;
const ENTRY_BYTES = 8;
const NEWLINE = 0x0a;

/** Encoded as gaps between events with the word, between those without it, or as a bitmap. */
const KINDS = { having: 0, lacking: 1, bits: 2 } as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];

export type EventSet = Uint8Array;

export const makeEventSet = (events: number): EventSet => new Uint8Array((events + 7) >>> 3);

export function countEvents(set: EventSet, from: number, to: number): number {
  let count = 0;
  for (let event = from; event < to; ) {
    const byte = set[event >>> 3]!;
    if (byte === 0) event = (event | 7) + 1;
    else {
      count += (byte >>> (event & 7)) & 1;
      event++;
    }
  }
  return count;
}

class GapList {
  bytes = new Uint8Array(16);
  length = 0;
  count = 0;
  last = -1;

  add(number: number): number {
    let gap = number - this.last;
    this.last = number;
    this.count++;
    if (this.length + 5 > this.bytes.length) {
      const larger = new Uint8Array(this.bytes.length * 2);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    const before = this.length;
    for (; gap > 0x7f; gap >>>= 7) this.bytes[this.length++] = (gap & 0x7f) | 0x80;
    this.bytes[this.length++] = gap;
    return this.length - before;
  }

  finish(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

function markGaps(bytes: Uint8Array, set: EventSet, value: 0 | 1): void {
  let number = -1;
  for (let at = 0; at < bytes.length; at++) {
    let gap = 0;
    let shift = 0;
    for (; bytes[at]! > 0x7f; at++, shift += 7) gap |= (bytes[at]! & 0x7f) << shift;
    number += gap | (bytes[at]! << shift);
    if (value === 1) set[number >>> 3]! |= 1 << (number & 7);
    else set[number >>> 3]! &= ~(1 << (number & 7));
  }
}

function packList(list: GapList, events: number): { kind: Kind; bytes: Uint8Array } {
  const bitBytes = (events + 7) >>> 3;
  const isOften = list.count > events / 2;
  if (!isOften && list.length < bitBytes) return { kind: KINDS.having, bytes: list.finish() };
  const bits = makeEventSet(events);
  markGaps(list.finish(), bits, 1);
  const lacking = isOften ? listLacking(bits, events, bitBytes) : undefined;
  return lacking ? { kind: KINDS.lacking, bytes: lacking.finish() } : { kind: KINDS.bits, bytes: bits };
}

/** Undefined when no shorter than the bitmap. */
function listLacking(set: EventSet, events: number, bytesMax: number): GapList | undefined {
  const lacking = new GapList();
  for (let event = 0; event < events; event++) {
    const byte = set[event >>> 3]!;
    if (byte === 0xff) event |= 7;
    else if ((byte & (1 << (event & 7))) === 0) lacking.add(event);
    if (lacking.length >= bytesMax) return undefined;
  }
  return lacking;
}

/** ASCII letters in lower case, 0 for other bytes. */
const LETTER = Uint8Array.from({ length: 256 }, (_, byte) => {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a ? lower : 0;
});

/** Add a file's events in order. */
export class WordListBuilder {
  #table = new Int32Array(FIRST_WORDS * TABLE_FACTOR).fill(-1);
  #names = Buffer.alloc(FIRST_WORDS * 16);
  readonly #ends: number[] = [];
  readonly #hashes: number[] = [];
  readonly #lists: GapList[] = [];
  #listBytes = 0;
  #event = -1;
  #isTooLarge = false;

  nextEvent(): void {
    this.#event++;
  }

  /** Adds text (UTF-8 or Latin-1) of the current event. */
  add(bytes: Uint8Array, from = 0, to = bytes.length): void {
    if (this.#isTooLarge) return;
    for (let at = from; at < to; at++) {
      let letter = LETTER[bytes[at]!]!;
      if (letter === 0) continue;
      const start = at;
      let hash = 0;
      for (; letter !== 0; letter = at < to ? LETTER[bytes[at]!]! : 0) {
        hash = (Math.imul(hash ^ letter, 0x01000193) + 0x9e3779b1) | 0;
        at++;
      }
      if (at - start >= WORD_MIN) this.#note(bytes, start, at, hash);
    }
  }

  addText(text: string): void {
    this.add(Buffer.from(text));
  }

  #note(bytes: Uint8Array, from: number, to: number, hash: number): void {
    const mask = this.#table.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let word = this.#table[slot]!; word >= 0; word = this.#table[slot]!) {
      if (this.#hashes[word] === hash && this.#isWord(word, bytes, from, to)) {
        const list = this.#lists[word]!;
        if (list.last !== this.#event) this.#grow(list.add(this.#event));
        return;
      }
      slot = (slot + 1) & mask;
    }
    const begin = this.#ends.at(-1) ?? 0;
    const end = begin + (to - from) + 1;
    if (this.#ends.length === WORDS_MAX || end > NAMES_BYTES_MAX) {
      this.#isTooLarge = true;
      return;
    }
    if (end > this.#names.length)
      this.#names = Buffer.concat([this.#names], Math.max(end, this.#names.length * 2));
    for (let at = from; at < to; at++) this.#names[begin + at - from] = bytes[at]! | 0x20;
    this.#names[end - 1] = NEWLINE;
    this.#table[slot] = this.#ends.push(end) - 1;
    this.#hashes.push(hash);
    const list = new GapList();
    this.#lists.push(list);
    this.#grow(list.add(this.#event));
    if (this.#ends.length * TABLE_FACTOR > this.#table.length) this.#enlargeTable();
  }

  #enlargeTable(): void {
    const mask = this.#table.length * 2 - 1;
    this.#table = new Int32Array(mask + 1).fill(-1);
    for (const [word, hash] of this.#hashes.entries()) {
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (this.#table[slot]! >= 0) slot = (slot + 1) & mask;
      this.#table[slot] = word;
    }
  }

  #isWord(word: number, bytes: Uint8Array, from: number, to: number): boolean {
    const begin = word === 0 ? 0 : this.#ends[word - 1]!;
    if (this.#ends[word]! - begin - 1 !== to - from) return false;
    const names = this.#names;
    for (let at = from; at < to; at++) if (names[begin + at - from] !== LETTER[bytes[at]!]) return false;
    return true;
  }

  #grow(bytes: number): void {
    this.#listBytes += bytes;
    if (this.#listBytes > LIST_BYTES_MAX) this.#isTooLarge = true;
  }

  /** Empty for a file with too many words. Consumes the builder. */
  finish(): Uint8Array {
    if (this.#isTooLarge) return new Uint8Array();
    const packed = this.#lists.map((list) => packList(list, this.#event + 1));
    const names = this.#names.subarray(0, this.#ends.at(-1) ?? 0);
    const head = Buffer.alloc(COUNTS_BYTES + packed.length * ENTRY_BYTES);
    head.writeUInt32LE(packed.length, 0);
    head.writeUInt32LE(names.length, 4);
    let end = 0;
    for (const [at, { kind, bytes }] of packed.entries()) {
      end += bytes.length;
      head.writeUInt32LE(kind, COUNTS_BYTES + at * ENTRY_BYTES);
      head.writeUInt32LE(end, COUNTS_BYTES + at * ENTRY_BYTES + 4);
    }
    return Buffer.concat([head, names, ...packed.map(({ bytes }) => bytes)]);
  }
}

/** @throws when there are fewer bytes */
export type ReadPart = (at: number, length: number) => Buffer;

/** Word lists of one file; reads only what is asked for. */
export class WordLists {
  readonly #read: ReadPart;
  readonly #events: number;
  readonly #head: Buffer;
  readonly #names: Buffer;

  /** @throws errors of `read` */
  constructor(read: ReadPart, events: number) {
    this.#read = read;
    this.#events = events;
    const counts = read(0, COUNTS_BYTES);
    const headBytes = counts.readUInt32LE(0) * ENTRY_BYTES;
    const part = read(COUNTS_BYTES, headBytes + counts.readUInt32LE(4));
    this.#head = part.subarray(0, headBytes);
    this.#names = part.subarray(headBytes);
  }

  /** Events with a word that contains the text. @param text letters in lower case */
  find(text: string): EventSet {
    const found = makeEventSet(this.#events);
    let word = 0;
    let counted = 0;
    for (let at = this.#names.indexOf(text); at >= 0; at = this.#names.indexOf(text, counted)) {
      for (let end = this.#names.indexOf(NEWLINE, counted); end < at; ) {
        word++;
        counted = end + 1;
        end = this.#names.indexOf(NEWLINE, counted);
      }
      this.#addList(word, found);
      word++;
      counted = this.#names.indexOf(NEWLINE, at) + 1;
    }
    return found;
  }

  #addList(word: number, found: EventSet): void {
    const endOf = (one: number) => (one < 0 ? 0 : this.#head.readUInt32LE(one * ENTRY_BYTES + 4));
    const kind = this.#head.readUInt32LE(word * ENTRY_BYTES);
    const begin = endOf(word - 1);
    const at = COUNTS_BYTES + this.#head.length + this.#names.length + begin;
    const bytes = this.#read(at, endOf(word) - begin);
    if (kind === KINDS.having) {
      markGaps(bytes, found, 1);
      return;
    }
    const having = kind === KINDS.bits ? bytes : makeEventSet(this.#events).fill(0xff);
    if (kind === KINDS.lacking) markGaps(bytes, having, 0);
    for (let i = 0; i < found.length; i++) found[i]! |= having[i]!;
  }
}
