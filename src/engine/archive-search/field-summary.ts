import { CLOSE_BRACE, COMMA, DOT, OPEN_BRACE, OPEN_BRACKET, QUOTE } from '../event/bytes.ts';
import { OWN_DEPTH, skipSpace, skipValue, stringEnd } from '../event/scanner.ts';
import { EXACT_LENGTH, findWholeKinds, KINDS } from './field-kinds.ts';
import { type ArchiveRecord, readMembers } from './record.ts';

/** Per file; senders choose names. */
export const FIELDS_MAX = 500;
const NAME_MAX_BYTES = 256;

const LOWER_N = 0x6e;
const LOWER_T = 0x74;
const LOWER_F = 0x66;
const LOWER_E = 0x65;
const CASE_BIT = 0x20;

export type IndexedField = {
  readonly name: string;
  readonly kinds: number;
  readonly bytes: number;
};
export type IndexedFields = {
  readonly fields: readonly IndexedField[];
  readonly hasMore: boolean;
  readonly textBytes: number;
  readonly objectBytes: number;
};

/** A field as written: escapes allow several spellings of one name. */
class WrittenField {
  readonly key: Buffer;
  kinds = 0;
  bytes = 0;
  /** The field that followed last time: a source's events are mostly alike. */
  next: WrittenField | undefined;

  constructor(key: Buffer) {
    this.key = key;
  }

  isKey(bytes: Buffer, from: number, to: number): boolean {
    const { key } = this;
    if (to - from !== key.length) return false;
    for (let i = 0; i < key.length; i++) if (bytes[from + i] !== key[i]) return false;
    return true;
  }

  add(bytes: Buffer, from: number, to: number): void {
    this.kinds |= findKinds(bytes, from, to);
    this.bytes += to - from;
  }
}

function findKinds(bytes: Buffer, from: number, to: number): number {
  switch (bytes[from]) {
    case QUOTE:
      return KINDS.text;
    case OPEN_BRACE:
    case OPEN_BRACKET:
      return KINDS.nested;
    case LOWER_T:
    case LOWER_F:
      return KINDS.boolean;
    case LOWER_N:
      return 0;
    default:
      for (let at = from; at < to; at++)
        if (bytes[at] === DOT || (bytes[at]! | CASE_BIT) === LOWER_E) return KINDS.fraction;
      return to - from <= EXACT_LENGTH ? KINDS.whole : findWholeKinds(bytes.toString('latin1', from, to));
  }
}

export class FieldSummary {
  readonly #fields = new Map<string, WrittenField>();
  #first: WrittenField | undefined;
  #hasMore = false;
  #textBytes = 0;
  #objectBytes = 0;

  addText(bytes: number): void {
    this.#textBytes += bytes;
  }

  add({ isText, text }: ArchiveRecord): void {
    const line = Buffer.from(`${text}\n`);
    const end = line.length - 1;
    if (isText) this.addText(end);
    else if (line[0] === OPEN_BRACE && skipValue(line, 0, OWN_DEPTH) === end) this.addObject(line, 0, end);
    else this.#addMembers(text, end);
  }

  /** Adds a valid JSON object without newlines. @param to exclusive */
  addObject(bytes: Buffer, from: number, to: number): void {
    this.#objectBytes += to - from;
    let before: WrittenField | undefined;
    let at = skipSpace(bytes, from + 1);
    while (bytes[at] !== CLOSE_BRACE) {
      const keyEnd = stringEnd(bytes, at) >> 3;
      const guess = before ? before.next : this.#first;
      const field = guess?.isKey(bytes, at + 1, keyEnd) ? guess : this.#find(bytes, at + 1, keyEnd);
      if (!before) this.#first = field;
      else if (field) before.next = field;
      at = skipSpace(bytes, skipSpace(bytes, keyEnd + 1) + 1);
      const end = skipValue(bytes, at, OWN_DEPTH);
      field?.add(bytes, at, end);
      before = field ?? before;
      at = skipSpace(bytes, end);
      if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1);
    }
  }

  /** For an object on several lines or nested very deep. Other values have no fields. */
  #addMembers(text: string, bytes: number): void {
    this.#objectBytes += bytes;
    if (!text.trimStart().startsWith('{')) return;
    for (const [name, value] of readMembers(text)) {
      const key = Buffer.from(JSON.stringify(name).slice(1, -1));
      const written = Buffer.from(value);
      this.#find(key, 0, key.length)?.add(written, 0, written.length);
    }
  }

  #find(bytes: Buffer, from: number, to: number): WrittenField | undefined {
    const text = bytes.toString('latin1', from, to);
    const known = this.#fields.get(text);
    if (known) return known;
    if (this.#fields.size === FIELDS_MAX || to - from > NAME_MAX_BYTES) {
      this.#hasMore = true;
      return undefined;
    }
    const field = new WrittenField(Buffer.from(bytes.subarray(from, to)));
    this.#fields.set(text, field);
    return field;
  }

  finish(): IndexedFields {
    const merged = new FieldMerger();
    const fields = this.#fields.values().map(({ key, kinds, bytes }) => ({
      name: JSON.parse(`"${key.toString()}"`) as string,
      kinds,
      bytes,
    }));
    merged.add({
      fields: [...fields],
      hasMore: this.#hasMore,
      textBytes: this.#textBytes,
      objectBytes: this.#objectBytes,
    });
    return merged.finish();
  }
}

export class FieldMerger {
  readonly #fields = new Map<string, IndexedField>();
  #hasMore = false;
  #textBytes = 0;
  #objectBytes = 0;

  add({ fields, hasMore, textBytes, objectBytes }: IndexedFields): void {
    this.#hasMore ||= hasMore;
    this.#textBytes += textBytes;
    this.#objectBytes += objectBytes;
    for (const field of fields) {
      const known = this.#fields.get(field.name);
      if (known)
        this.#fields.set(field.name, {
          name: field.name,
          kinds: known.kinds | field.kinds,
          bytes: known.bytes + field.bytes,
        });
      else if (this.#fields.size < FIELDS_MAX) this.#fields.set(field.name, field);
      else this.#hasMore = true;
    }
  }

  finish(): IndexedFields {
    return {
      fields: [...this.#fields.values()],
      hasMore: this.#hasMore,
      textBytes: this.#textBytes,
      objectBytes: this.#objectBytes,
    };
  }
}
