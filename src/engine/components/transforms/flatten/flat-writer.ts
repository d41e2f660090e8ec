import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../../../event/bytes.ts';
import { Output } from '../../../event/output.ts';
import { skipSpace, skipString, skipValue } from '../../../event/scanner.ts';

export type FlatOptions = { readonly separator: string; readonly depth: number; readonly lists: boolean };

/** Each leaf repeats the names above it, so a deep event could grow without bound. */
export const MAX_FLAT_BYTES = 64 * 1024 * 1024;

/** `"name":value` in `flat`: the name at [start, value - 1), the value at [value, end). */
type Member = {
  readonly start: number;
  readonly value: number;
  readonly end: number;
  isLive: boolean;
};

type Range = { from: number; to: number };

const VALID_DEPTH = 1024;

export class FlatWriter {
  readonly out = new Output(4096);
  private readonly options: FlatOptions;
  private readonly separator: Buffer;
  private readonly prefix = new Output(256);
  private buf: Buffer = Buffer.alloc(0);
  private readonly names = new Set<string>();
  private readonly numbers = new Map<string, number>();
  private readonly members: Member[] = [];
  private readonly flat = new Output(4096);

  constructor(options: FlatOptions) {
    this.options = options;
    const json = JSON.stringify(options.separator);
    this.separator = Buffer.from(json.slice(1, -1));
  }

  /** Writes the object or list at buf[start) to `out`; false when the result is too large. */
  write(buf: Buffer, start: number): boolean {
    this.buf = buf;
    this.prefix.clear();
    this.flat.clear();
    this.names.clear();
    this.numbers.clear();
    this.members.length = 0;
    if (!this.walk(skipSpace(buf, start), 0)) return false;
    this.out.clear();
    this.out.byte(OPEN_BRACE);
    let any = false;
    for (const member of this.members) {
      if (!member.isLive) continue;
      if (any) this.out.byte(COMMA);
      any = true;
      this.writeMember(member);
    }
    this.out.byte(CLOSE_BRACE);
    return true;
  }

  /** Adds the members of the object or list at `open`. */
  private walk(open: number, level: number): boolean {
    const { buf } = this;
    const isList = buf[open] === OPEN_BRACKET;
    const close = isList ? CLOSE_BRACKET : CLOSE_BRACE;
    const earlier = new Map<string, Range>();
    let p = skipSpace(buf, open + 1);
    for (let index = 0; buf[p] !== close; index++) {
      const before = this.prefix.length;
      let range: Range | null = null;
      if (before > 0) this.prefix.copy(this.separator, 0, this.separator.length);
      if (isList) {
        const place = Buffer.from(String(index));
        this.prefix.copy(place, 0, place.length);
      } else {
        const keyEnd = skipString(buf, p);
        const name = nameText(buf, p + 1, keyEnd - 1);
        const shadowed = earlier.get(name);
        if (shadowed) for (let m = shadowed.from; m < shadowed.to; m++) this.shadow(m);
        range = { from: this.members.length, to: 0 };
        earlier.set(name, range);
        this.prefix.copy(buf, p + 1, keyEnd - 1);
        p = skipSpace(buf, skipSpace(buf, keyEnd) + 1);
      }
      const end = skipValue(buf, p, VALID_DEPTH);
      if (!this.value(p, end, level)) return false;
      if (range) range.to = this.members.length;
      this.prefix.length = before;
      p = skipSpace(buf, end);
      if (buf[p] === COMMA) p = skipSpace(buf, p + 1);
    }
    return true;
  }

  private value(start: number, end: number, level: number): boolean {
    const kind = this.buf[start];
    const opens = kind === OPEN_BRACE || (kind === OPEN_BRACKET && this.options.lists);
    if (opens && level < this.options.depth) {
      const first = this.buf[skipSpace(this.buf, start + 1)];
      if (first !== CLOSE_BRACE && first !== CLOSE_BRACKET) return this.walk(start, level + 1);
    }
    return this.member(start, end);
  }

  private member(start: number, end: number): boolean {
    const { flat, prefix } = this;
    const from = flat.length;
    if (from + prefix.length + end - start > MAX_FLAT_BYTES) return false;
    flat.byte(QUOTE);
    flat.copy(prefix.bytes, 0, prefix.length);
    flat.byte(QUOTE);
    flat.byte(COLON);
    const value = flat.length;
    flat.copy(this.buf, start, end);
    this.members.push({ start: from, value, end: flat.length, isLive: true });
    return true;
  }

  /** Names are assigned after the walk, so that replaced members use none. */
  private writeMember({ start, value, end }: Member): void {
    const { flat, out } = this;
    const wanted = nameText(flat.bytes, start + 1, value - 2);
    if (!this.names.has(wanted)) {
      this.names.add(wanted);
      out.copy(flat.bytes, start, end);
      return;
    }
    const name = this.findFreeName(wanted);
    this.names.add(name);
    const key = Buffer.from(JSON.stringify(name));
    out.copy(key, 0, key.length);
    out.copy(flat.bytes, value - 1, end);
  }

  /** Later duplicates get a number: `a.b`, `a.b_2`. */
  private findFreeName(wanted: string): string {
    const from = this.numbers.get(wanted) ?? 2;
    for (let number = from; ; number++) {
      const name = `${wanted}_${number}`;
      if (this.names.has(name)) continue;
      this.numbers.set(wanted, number + 1);
      return name;
    }
  }

  private shadow(place: number): void {
    this.members[place]!.isLive = false;
  }
}

const nameText = (bytes: Buffer, start: number, end: number): string => {
  const text = bytes.toString('utf8', start, end);
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
};
