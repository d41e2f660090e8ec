import { compilePattern } from '../../../patterns/pattern.ts';
import type { SafeRegExp } from '../../../patterns/safe-regexp.ts';
import { CANDIDATE_INTS } from './candidates-code.ts';
import { IS_DIGIT, IS_WORD } from './detectors/bytes.ts';
import { DETECTORS, type Detector, type DetectorId, type Found, MOST_DIGITS } from './detectors/index.ts';
import { isSecret, type SecretKind } from './detectors/secret-value.ts';
import { Matches } from './matches.ts';
import type { RedactRule } from './schema.ts';

type Asked = { id: DetectorId; detector: Detector; rule: number; foundUntil: number };

const MOST_ROUNDS = 4;
const PARTS = new Uint8Array(256);
for (const char of ' \t\n"\'=[(,;<&?') PARTS[char.charCodeAt(0)] = 1;

const AFTER_LETTER = 256;
const AFTER_DIGIT = 512;
const BEFORE = Int32Array.from(IS_WORD, (isWord, c) =>
  isWord === 0 ? 0 : IS_DIGIT[c] === 1 ? AFTER_DIGIT : AFTER_LETTER,
);
const SPACE = 32;

/** What `CandidateFinder` needs of a finder, as tables. */
export type FinderTables = {
  readonly stops: Uint8Array;
  /** By byte and by what is before it; see `bits`. */
  readonly wanted: Int32Array;
  readonly before: Int32Array;
  readonly marks: Int32Array;
  readonly numbers: Int32Array;
  readonly shortest: number;
};

/** Bytes at which detectors must be asked, see `CANDIDATE_INTS`, in ints[from, to). */
export type Candidates = { readonly ints: Int32Array; readonly from: number; readonly to: number };

/** Math.max would make offsets floating-point numbers: three times slower per byte. */
const later = (a: number, b: number): number => (a > b ? a : b);

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

export class Finder {
  readonly matches = new Matches();
  /** For values of secret field names; or -1. */
  readonly secretRule: number;
  private readonly rank: readonly number[];
  private readonly keepsPart: readonly boolean[];
  protected readonly asked: Asked[] = [];
  private readonly patterns: { regexp: SafeRegExp; rule: number }[] = [];
  /** Detectors to run per byte (bits): at the start of a word, after a letter, and after a digit. */
  protected readonly bits = new Int32Array(AFTER_DIGIT + 256);
  /** Those that are found by another byte, `markAfter` bytes later. */
  private markBits = 0;
  private markAfter = 0;
  private readonly marks = new Int32Array(256);
  /** Detectors to run at a number, by digit count and following byte. */
  private readonly numbers = new Int32Array((MOST_DIGITS + 1) * 256);
  /** 1 for bytes that matches need. All are 1 when rules have patterns. */
  readonly stops = new Uint8Array(256);
  shortest = Number.MAX_SAFE_INTEGER;
  protected readonly found: Found = { start: 0, end: 0, cut: 0 };

  constructor(rules: readonly RedactRule[]) {
    // Rules that hide everything come before partial ones, so overlaps leave nothing visible.
    this.rank = rules.map(({ action }, index) => (action === 'partial' ? index + rules.length : index));
    this.keepsPart = rules.map(({ action }) => action === 'partial');
    rules.forEach(({ find, pattern }, rule) => {
      if (find === 'pattern') this.patterns.push({ regexp: compilePattern(pattern ?? ''), rule });
      else if (!this.asked.some(({ id }) => id === find)) {
        const detector: Detector = DETECTORS[find];
        this.asked.push({ id: find, detector, rule, foundUntil: 0 });
      }
    });
    for (const [bit, { detector }] of this.asked.entries()) this.learn(detector, 1 << bit);
    for (let c = 0; c < 256; c++) {
      const asked = this.bits[c]! | this.bits[AFTER_LETTER + c]! | this.bits[AFTER_DIGIT + c]!;
      this.stops[c] =
        (asked & ~this.markBits) !== 0 || this.marks[c] !== 0 || this.patterns.length > 0 ? 1 : 0;
    }
    this.secretRule = this.asked.find(({ id }) => id === 'secret')?.rule ?? -1;
  }

  private learn(
    { anywhere = '', wordStart = '', afterLetter = '', ...detector }: Detector,
    bit: number,
  ): void {
    const { mark, mayHave, shortest } = detector;
    for (const char of anywhere) this.bits[char.charCodeAt(0) + AFTER_DIGIT]! |= bit;
    for (const char of anywhere + afterLetter) this.bits[char.charCodeAt(0) + AFTER_LETTER]! |= bit;
    for (const char of anywhere + wordStart) this.bits[char.charCodeAt(0)]! |= bit;
    for (let i = 0; i < this.numbers.length; i++)
      if (mayHave === undefined || mayHave(i >> 8, i & 255)) this.numbers[i]! |= bit;
    this.shortest = Math.min(this.shortest, shortest);
    if (mark === undefined || (this.markBits !== 0 && mark.after !== this.markAfter)) return;
    this.markAfter = mark.after;
    this.markBits |= bit;
    for (const char of mark.bytes) this.marks[char.charCodeAt(0)]! |= bit;
  }

  /**
   * Fills `matches`, ordered and without overlap; returns whether there are any. No byte before `from` is one
   * of `stops`.
   */
  search(buf: Buffer, start: number, end: number, secret: SecretKind = null, from = start): boolean {
    this.matches.clear();
    if (isSecret(secret, buf, start, end)) {
      this.matches.add(start, end, this.secretRule);
      return true;
    }
    if (this.asked.length > 0) this.scan(buf, start, end, from);
    const known = this.matches.count;
    for (const { regexp, rule } of this.patterns) this.match(buf, start, end, regexp, rule);
    if (this.matches.count === 0) return false;
    this.matches.merge(this.rank, this.keepsPart);
    if (this.asked.length > 0) this.searchBetween(buf, start, end, this.matches.count > known);
    return true;
  }

  /** Null with patterns, which may match anything. */
  get tables(): FinderTables | null {
    if (this.patterns.length > 0) return null;
    const { stops, marks, numbers, shortest, markBits } = this;
    const wanted = this.bits.map((bits) => bits & ~markBits);
    return { stops, wanted, before: BEFORE, marks, numbers, shortest };
  }

  /** Like `search`, for a text whose candidates are known. */
  searchAmong(buf: Buffer, start: number, end: number, candidates: Candidates): boolean {
    this.matches.clear();
    this.askAmong(buf, start, end, candidates);
    if (this.matches.count === 0) return false;
    this.matches.merge(this.rank, this.keepsPart);
    this.searchBetween(buf, start, end, false);
    return true;
  }

  /** Like `scan` from the start. */
  private askAmong(buf: Buffer, start: number, end: number, { ints, from, to }: Candidates): void {
    if (end - start < this.shortest) return;
    const { asked, stops, markAfter, found } = this;
    for (let i = 0; i < asked.length; i++) asked[i]!.foundUntil = start;
    let at = from;
    for (let cut = start; ; ) {
      found.cut = cut;
      let stop = end;
      let last = 0;
      for (;;) {
        const p = at < to ? ints[at]! : end;
        if (p >= stop) {
          if (stop < end) last = this.askBehind(buf, stop, start, end);
          if (last <= stop) break;
          stop = last < end ? last : end;
          continue;
        }
        const wanted = ints[at + 1]!;
        const marked = ints[at + 2]!;
        at += CANDIDATE_INTS;
        if (wanted !== 0) last = later(last, this.ask(buf, p, start, end, wanted));
        if (marked !== 0) last = later(last, this.askAt(buf, p - markAfter, start, end, marked));
        if (last > p) stop = last < end ? last : end;
      }
      if (stop === end) return;
      // Candidates do not know that a word or number begins here.
      if (IS_WORD[buf[stop - 1]!] === 1 && stops[buf[stop]!] === 1) {
        this.scanFrom(buf, start, end, stop, stop);
        return;
      }
      cut = stop;
    }
  }

  /** Text right before a match may match once the match is removed, so it is searched again alone. */
  private searchBetween(buf: Buffer, start: number, end: number, everywhere: boolean): void {
    const { matches } = this;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const { count } = matches;
      for (let i = 0; i <= count; i++) {
        const from = i === 0 ? start : matches.ends[i - 1]!;
        const to = i === count ? end : matches.starts[i]!;
        const touches = i < count && to > from && PARTS[buf[to - 1]!] === 0;
        if (touches || everywhere) this.scan(buf, from, to, from);
      }
      if (matches.count === count) return;
      matches.merge(this.rank, this.keepsPart);
    }
  }

  protected scan(buf: Buffer, start: number, end: number, from: number): void {
    if (end - start < this.shortest) return;
    for (let i = 0; i < this.asked.length; i++) this.asked[i]!.foundUntil = start;
    this.scanFrom(buf, start, end, from, start);
  }

  /** The text begins at `firstCut`, or the previous match ended there. */
  private scanFrom(buf: Buffer, start: number, end: number, from: number, firstCut: number): void {
    const { bits, stops, marks, markBits, markAfter, numbers, found } = this;
    let p = from;
    for (let cut = firstCut; p < end; cut = p) {
      found.cut = cut;
      let stop = end;
      let last = 0;
      for (;;) {
        while (p < stop && stops[buf[p]!] === 0) p++;
        if (p >= stop) {
          if (stop < end) last = this.askBehind(buf, stop, start, end);
          if (last <= stop) break;
          stop = last < end ? last : end;
          continue;
        }
        const c = buf[p]!;
        let wanted = bits[(p > cut ? BEFORE[buf[p - 1]!]! : 0) | c]! & ~markBits;
        let marked = marks[c]!;
        let next = p + 1;
        if (IS_DIGIT[c] === 1) {
          while (next < end && IS_DIGIT[buf[next]!] === 1) next++;
          const digits = next - p < MOST_DIGITS ? next - p : MOST_DIGITS;
          const may = numbers[(digits << 8) | (next < end ? buf[next]! : SPACE)]!;
          wanted &= may;
          marked &= may;
        }
        if (wanted !== 0) last = later(last, this.ask(buf, p, start, end, wanted));
        if (marked !== 0) last = later(last, this.askAt(buf, p - markAfter, start, end, marked));
        if (last > p) stop = last < end ? last : end;
        p = next < stop ? next : stop;
      }
      p = stop;
    }
  }

  /** Detectors found by a mark, for a match that starts at `p`. */
  private askAt(buf: Buffer, p: number, start: number, end: number, marked: number): number {
    const { cut } = this.found;
    if (p < cut) return 0;
    const wanted = this.bits[(p > cut ? BEFORE[buf[p - 1]!]! : 0) | buf[p]!]! & marked;
    return wanted === 0 ? 0 : this.ask(buf, p, start, end, wanted);
  }

  /** Matches that begin before `stop` with their mark after it. */
  private askBehind(buf: Buffer, stop: number, start: number, end: number): number {
    let last = 0;
    for (let p = stop; p < end && p < stop + this.markAfter; p++) {
      const marked = this.marks[buf[p]!]!;
      if (marked !== 0) last = later(last, this.askAt(buf, p - this.markAfter, start, end, marked));
    }
    return last;
  }

  protected ask(buf: Buffer, p: number, start: number, end: number, bits: number): number {
    const { found } = this;
    let cut = 0;
    for (let rest = bits; rest !== 0; ) {
      const bit = 31 - Math.clz32(rest);
      rest ^= 1 << bit;
      const one = this.asked[bit]!;
      if (p < one.foundUntil || !one.detector.find(buf, p, start, end, found)) continue;
      one.foundUntil = found.end;
      if (found.end > cut) cut = found.end;
      this.matches.add(found.start, found.end, one.rule);
    }
    return cut;
  }

  /** Maps character offsets to byte offsets without splitting surrogate pairs. */
  private match(buf: Buffer, start: number, end: number, regexp: SafeRegExp, rule: number): void {
    const text = buf.toString('utf8', start, end);
    const isAscii = text.length === end - start;
    let chars = 0;
    let bytes = start;
    const toByteOffset = (char: number): number => {
      if (isAscii) return start + char;
      bytes += Buffer.byteLength(text.slice(chars, char));
      chars = char;
      return bytes;
    };
    regexp.eachMatch(text, (from, to) => {
      const first = from > chars && isLowSurrogate(text.charCodeAt(from)) ? from - 1 : from;
      const last = isLowSurrogate(text.charCodeAt(to)) ? to + 1 : to;
      if (last <= chars) return;
      const at = toByteOffset(Math.max(first, chars));
      this.matches.add(at, toByteOffset(last), rule);
    });
  }
}
