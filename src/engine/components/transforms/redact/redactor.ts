import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  isDigit,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../../../event/bytes.ts';
import { TextConstant } from '../../../event/constants.ts';
import { type GlobPath, matchesGlob } from '../../../event/glob.ts';
import { type Ints, VALUE_ESCAPED } from '../../../event/layout.ts';
import { Output } from '../../../event/output.ts';
import { skipScalar, skipSpace, skipString, skipValue, stringEnd } from '../../../event/scanner.ts';
import { timeEnd } from '../../../event/time-end.ts';
import { writeJsonString } from '../../../event/writer.ts';
import { TEXT_INTS } from './candidates-code.ts';
import { type SecretKind, secretKind } from './detectors/secret-value.ts';
import { Finder, type FinderTables } from './finder.ts';
import { createMask, hideAll, type Mask } from './mask.ts';
import { HIDE_ALL } from './matches.ts';
import type { RedactConfig } from './schema.ts';

const VALID_DEPTH = 1024;
/** Shorter numbers match no detector. */
const SHORT_NUMBER = 8;

type Paths = readonly GlobPath[];

export class Redactor {
  private readonly out: Output;
  private readonly finder: Finder;
  private readonly masks: readonly Mask[];
  private readonly wholeMasks: readonly Mask[];
  /** Constant replacement by rule; null when it depends on the match. */
  private readonly fixed: readonly (Buffer | null)[];
  /** Checks the output again when parts are kept. */
  private readonly again: Finder | null;
  /** Also searches values without a path. */
  private readonly others: boolean;
  private readonly paths: Paths;
  private readonly looksAtNames: boolean;
  /** Replacements need no JSON escapes, so unescaped text stays unescaped. */
  private readonly staysPlain: boolean;
  private readonly plain = new Output(1024);
  /** Bytes that end a text, or need a search. */
  private readonly stops: Uint8Array;
  /** Detectors find nothing in timestamps, despite their numbers. */
  readonly skipsTimes: boolean;
  /** To find candidates ahead; null where names or patterns decide. */
  readonly tables: FinderTables | null;
  private readonly candidates = { ints: new Int32Array(0) as Ints, from: 0, to: 0 };
  private buf: Buffer = Buffer.alloc(0);
  private copied = 0;

  constructor(
    { rules, hashKey, scope, fields }: RedactConfig,
    parsePath: (text: string) => GlobPath,
    out: Output,
  ) {
    this.out = out;
    this.finder = new Finder(rules);
    this.masks = rules.map((rule) => createMask(rule, hashKey));
    this.wholeMasks = rules.map(({ action }, rule) => (action === 'partial' ? hideAll : this.masks[rule]!));
    this.fixed = rules.map(({ action }, rule) =>
      action === 'replace' ? Buffer.from(this.masks[rule]!(this.buf, 0, 0)) : null,
    );
    this.staysPlain = rules.every(({ replacement: text = '' }) => JSON.stringify(text) === `"${text}"`);
    const known = rules.filter(({ find }) => find !== 'pattern');
    this.again = rules.some(({ action }) => action === 'partial') ? new Finder(known) : null;
    this.others = scope !== 'include';
    this.paths = scope === 'all' ? [] : fields.map(parsePath);
    this.looksAtNames = this.finder.secretRule >= 0;
    this.skipsTimes = known.length === rules.length;
    this.tables = scope === 'all' && !this.looksAtNames ? this.finder.tables : null;
    this.stops = this.finder.stops.map((isStop, c) =>
      isStop === 1 || c === QUOTE || c === BACKSLASH ? 1 : 0,
    );
  }

  /** Raw text, treated as the field `name`; false when nothing matched. */
  text(buf: Buffer, start: number, end: number, name: TextConstant): boolean {
    const isNamed = this.paths.some((path) => path.length === 1 && isName(path, name.text));
    if (isNamed === this.others || !this.finder.search(buf, start, end)) return false;
    this.writeHidden(buf, start, end, this.out);
    return true;
  }

  json(buf: Buffer, start: number, end: number): boolean {
    this.buf = buf;
    this.copied = start;
    this.walk(skipSpace(buf, start), this.paths, this.others, null);
    if (this.copied === start) return false;
    this.out.copy(buf, this.copied, end);
    return true;
  }

  /** Like `text` or `json`, for an event whose candidates are known; `at` is where, see `CandidateFinder`. */
  found(buf: Buffer, start: number, end: number, ints: Ints, at: number, isText: boolean): boolean {
    const { finder, candidates } = this;
    this.buf = buf;
    this.copied = start;
    candidates.ints = ints;
    for (let text = ints[at + 1]! >> 2, last = ints[at + 2]! >> 2; text < last; text += TEXT_INTS) {
      const from = ints[text]!;
      const to = ints[text + 1]!;
      candidates.from = ints[text + 2]! >> 2;
      candidates.to = ints[text + 3]! >> 2;
      if (!finder.searchAmong(buf, from, to, candidates)) continue;
      if (isText) {
        this.writeHidden(buf, start, end, this.out);
        return true;
      }
      this.hide(from - 1, to + 1);
    }
    if (this.copied === start) return false;
    this.out.copy(buf, this.copied, end);
    return true;
  }

  /** Returns the offset after the value. `looks`: search its texts unless a path says otherwise. */
  private walk(p: number, paths: Paths, looks: boolean, secret: SecretKind): number {
    const c = this.buf[p]!;
    if (c === OPEN_BRACE || c === OPEN_BRACKET)
      return looks || paths.length > 0
        ? this.members(p, paths, looks, c === OPEN_BRACE, secret)
        : skipValue(this.buf, p, VALID_DEPTH);
    if (c === QUOTE) return this.string(p, looks, secret);
    const end = skipScalar(this.buf, p);
    if (!looks) return end;
    if ((c === MINUS || isDigit(c)) && (secret !== null || end - p >= SHORT_NUMBER))
      this.number(p, end, secret);
    return end;
  }

  /** Most texts have no byte that any rule needs: those are read once. */
  private string(start: number, looks: boolean, secret: SecretKind): number {
    const { buf, stops } = this;
    let from = start + 1;
    if (looks && secret === null) {
      while (stops[buf[from]!] === 0) from++;
      if (buf[from] === QUOTE) return from + 1;
      if (this.skipsTimes && from === start + 1 && isDigit(buf[from]!)) {
        const last = timeEnd(buf, from);
        if (last > 0 && buf[last] === QUOTE) return last + 1;
      }
    }
    const close = stringEnd(buf, from - 1);
    const end = (close >> 3) + 1;
    if (looks && (close & VALUE_ESCAPED) !== 0) this.escaped(start, end, secret);
    else if (looks) this.withoutEscapes(start, end, secret, from);
    return end;
  }

  private members(open: number, paths: Paths, looks: boolean, isObject: boolean, secret: SecretKind): number {
    const { buf } = this;
    const close = isObject ? CLOSE_BRACE : CLOSE_BRACKET;
    let p = skipSpace(buf, open + 1);
    while (buf[p] !== close) {
      let below = paths;
      let looksHere = looks;
      let kind = secret;
      if (isObject) {
        const keyEnd = skipString(buf, p);
        if (this.looksAtNames) kind = secretKind(buf, p + 1, keyEnd - 1);
        if (paths.length > 0) {
          below = this.below(paths, p, keyEnd);
          if (below.some((path) => path.length === 0)) {
            looksHere = !this.others;
            below = [];
          }
        }
        p = skipSpace(buf, skipSpace(buf, keyEnd) + 1);
      }
      p = skipSpace(buf, this.walk(p, below, looksHere, kind));
      if (buf[p] === COMMA) p = skipSpace(buf, p + 1);
    }
    return p + 1;
  }

  private below(paths: Paths, p: number, end: number): Paths {
    const text = this.buf.toString('utf8', p + 1, end - 1);
    const name = text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
    return paths.filter((path) => isName(path, name)).map((path) => path.slice(1));
  }

  private withoutEscapes(start: number, end: number, secret: SecretKind, from: number): void {
    if (this.finder.search(this.buf, start + 1, end - 1, secret, from)) this.hide(start, end);
  }

  /** Writes what was found in a string without escapes. */
  private hide(start: number, end: number): void {
    const { buf } = this;
    if (this.staysPlain && this.again === null) {
      this.copied = this.writeMasked(buf, this.copied, this.out, this.masks);
      return;
    }
    this.out.copy(buf, this.copied, start + 1);
    this.copied = end - 1;
    if (this.staysPlain) {
      this.writeHidden(buf, start + 1, end - 1, this.out);
      return;
    }
    this.plain.clear();
    this.writeHidden(buf, start + 1, end - 1, this.plain);
    this.writeEscaped();
  }

  /** Decodes an escaped string, and encodes it again when something matched. */
  private escaped(start: number, end: number, secret: SecretKind): void {
    const text = Buffer.from(JSON.parse(this.buf.toString('utf8', start, end)) as string);
    if (!this.finder.search(text, 0, text.length, secret)) return;
    this.out.copy(this.buf, this.copied, start + 1);
    this.plain.clear();
    this.writeHidden(text, 0, text.length, this.plain);
    this.writeEscaped();
    this.copied = end - 1;
  }

  /** A partly hidden number becomes a string. */
  private number(start: number, end: number, secret: SecretKind): void {
    if (!this.finder.search(this.buf, start, end, secret)) return;
    this.out.copy(this.buf, this.copied, start);
    this.plain.clear();
    this.writeHidden(this.buf, start, end, this.plain);
    writeJsonString(this.plain.bytes, 0, this.plain.length, this.out);
    this.copied = end;
  }

  private writeEscaped(): void {
    const { out } = this;
    const before = out.length;
    writeJsonString(this.plain.bytes, 0, this.plain.length, out);
    // The event already has the quotes.
    out.bytes.copyWithin(before, before + 1, out.length - 1);
    out.length -= 2;
  }

  /**
   * Writes the text with its matches hidden. Kept parts that would match in their new context are hidden too.
   */
  private writeHidden(buf: Buffer, start: number, end: number, into: Output): void {
    const before = into.length;
    into.copy(buf, this.writeMasked(buf, start, into, this.masks), end);
    if (!this.again || !this.keepsPart() || !this.again.search(into.bytes, before, into.length)) return;
    into.length = before;
    into.copy(buf, this.writeMasked(buf, start, into, this.wholeMasks), end);
  }

  private keepsPart(): boolean {
    const { rules, count } = this.finder.matches;
    for (let i = 0; i < count; i++)
      if (rules[i] === HIDE_ALL || this.masks[rules[i]!] !== this.wholeMasks[rules[i]!]) return true;
    return false;
  }

  /** Writes from `start` to the end of the last match, which it returns. */
  private writeMasked(buf: Buffer, start: number, into: Output, masks: readonly Mask[]): number {
    const { starts, ends, rules, count } = this.finder.matches;
    let from = start;
    for (let i = 0; i < count; i++) {
      const rule = rules[i]!;
      into.copy(buf, from, starts[i]!);
      const hidden = this.fixed[rule] ?? Buffer.from((masks[rule] ?? hideAll)(buf, starts[i]!, ends[i]!));
      into.copy(hidden, 0, hidden.length);
      from = ends[i]!;
    }
    return from;
  }
}

function isName(path: GlobPath, name: string): boolean {
  const [head] = path;
  if (head === undefined) return false;
  return head instanceof TextConstant ? head.text === name : matchesGlob(head, name);
}
