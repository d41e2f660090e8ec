import { compilePattern } from '../../../patterns/pattern.ts';
import type { SafeRegExp } from '../../../patterns/safe-regexp.ts';
import { IS_DIGIT, IS_WORD } from './detectors/bytes.ts';
import { DETECTORS, type Detector, type DetectorId, type Found } from './detectors/index.ts';
import { isSecret, type SecretKind } from './detectors/secret-value.ts';
import { Matches } from './matches.ts';
import type { RedactRule } from './schema.ts';

type Asked = { id: DetectorId; detector: Detector; rule: number; foundUntil: number };

const MOST_ROUNDS = 4;
const PARTS = new Uint8Array(256);
for (const char of ' \t\n"\'=[(,;<&?') PARTS[char.charCodeAt(0)] = 1;

const AFTER_LETTER = 256;
const AFTER_DIGIT = 512;
/** What stands before a byte. */
const BEFORE = Int32Array.from(IS_WORD, (isWord, c) =>
  isWord === 0 ? 0 : IS_DIGIT[c] === 1 ? AFTER_DIGIT : AFTER_LETTER,
);

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** Finds the matches of all rules in one pass. */
export class Finder {
  readonly matches = new Matches();
  /** The rule for values of secret field names, or -1. */
  readonly secretRule: number;
  private readonly rank: readonly number[];
  private readonly keepsPart: readonly boolean[];
  private readonly asked: Asked[] = [];
  private readonly patterns: { regexp: SafeRegExp; rule: number }[] = [];
  /** Detectors to run per byte (bits): at the start of a word, after a letter, and after a digit. */
  private readonly bits = new Int32Array(AFTER_DIGIT + 256);
  /** Detectors that need a digit `digitAfter` bytes later. */
  private digitBits = 0;
  private digitAfter = 0;
  private shortest = Number.MAX_SAFE_INTEGER;
  private readonly found: Found = { start: 0, end: 0, cut: 0 };

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
    this.asked.forEach(({ detector }, bit) => {
      const { anywhere = '', wordStart = '', afterLetter = '', digitAfter, shortest } = detector;
      for (const char of anywhere) this.bits[char.charCodeAt(0) + AFTER_DIGIT]! |= 1 << bit;
      for (const char of anywhere + afterLetter) this.bits[char.charCodeAt(0) + AFTER_LETTER]! |= 1 << bit;
      for (const char of anywhere + wordStart) this.bits[char.charCodeAt(0)]! |= 1 << bit;
      this.shortest = Math.min(this.shortest, shortest);
      if (digitAfter === undefined || (this.digitBits !== 0 && digitAfter !== this.digitAfter)) return;
      this.digitAfter = digitAfter;
      this.digitBits |= 1 << bit;
    });
    this.secretRule = this.asked.find(({ id }) => id === 'secret')?.rule ?? -1;
  }

  /** Fills `matches`, ordered and without overlap; returns whether there are any. */
  search(buf: Buffer, start: number, end: number, secret: SecretKind = null): boolean {
    this.matches.clear();
    if (isSecret(secret, buf, start, end)) {
      this.matches.add(start, end, this.secretRule);
      return true;
    }
    if (this.asked.length > 0) this.scan(buf, start, end);
    const known = this.matches.count;
    for (const { regexp, rule } of this.patterns) this.match(buf, start, end, regexp, rule);
    if (this.matches.count === 0) return false;
    this.matches.merge(this.rank, this.keepsPart);
    if (this.asked.length > 0) this.searchBetween(buf, start, end, this.matches.count > known);
    return true;
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
        if (touches || everywhere) this.scan(buf, from, to);
      }
      if (matches.count === count) return;
      matches.merge(this.rank, this.keepsPart);
    }
  }

  private scan(buf: Buffer, start: number, end: number): void {
    if (end - start < this.shortest) return;
    const { asked, bits, digitBits, digitAfter, found } = this;
    for (let i = 0; i < asked.length; i++) asked[i]!.foundUntil = start;
    for (let p = start; p < end; ) {
      // The text begins here, or the previous match ended here.
      found.cut = p;
      let word = 0;
      let stop = end;
      let cut = p;
      for (; p < stop; p++) {
        const c = buf[p]!;
        let wanted = bits[word | c]!;
        word = BEFORE[c]!;
        if (wanted === 0) continue;
        if ((wanted & digitBits) !== 0 && IS_DIGIT[buf[p + digitAfter] ?? 0] === 0) wanted &= ~digitBits;
        if (wanted === 0) continue;
        cut = Math.max(cut, this.ask(buf, p, start, end, wanted));
        if (cut > p) stop = Math.min(cut, end);
      }
    }
  }

  /** Returns the end of the match, or 0. */
  private ask(buf: Buffer, p: number, start: number, end: number, bits: number): number {
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
