import { literal, readClass } from './char-class.ts';
import { PatternError } from './error.ts';
import { readEscape } from './escapes.ts';
import { type Piece, repeat } from './repeat.ts';

/** Opens a capture group; `name` is null for an unnamed one. */
export type GroupNaming = (name: string | null) => string;
export type TranslateOptions = { readonly ignoreCase: boolean; readonly naming: GroupNaming };

const MAX_GROUP_DEPTH = 60;
export const MAX_SOURCE_LENGTH = 65_536;

/**
 * Rewrites a pattern for V8's linear engine, which has no `i` and `u` flags and no counted repetition over
 * 16.
 * @throws PatternError for what has no linear form
 */
export function translate(text: string, options: TranslateOptions): string {
  const leading = /^\(\?i\)/.exec(text);
  const reader = new Translator(text, options.naming);
  reader.at = leading ? leading[0].length : 0;
  const piece = reader.alternatives(leading !== null || options.ignoreCase, 0);
  if (reader.at < text.length)
    throw new PatternError(
      `The ) at character ${reader.at + 1} closes no group; write \\) for the character`,
    );
  if (piece.source.length > MAX_SOURCE_LENGTH)
    throw new PatternError('The pattern is too large once its repetitions are written out; make it simpler');
  return piece.source;
}

class Translator {
  at = 0;
  private readonly text: string;
  private readonly naming: GroupNaming;

  constructor(text: string, naming: GroupNaming) {
    this.text = text;
    this.naming = naming;
  }

  alternatives(ignoreCase: boolean, depth: number): Piece {
    if (depth > MAX_GROUP_DEPTH)
      throw new PatternError(`Groups are nested more than ${MAX_GROUP_DEPTH} deep; make the pattern simpler`);
    let source = '';
    let factor = 1;
    let captures = false;
    for (;;) {
      const char = this.text[this.at];
      if (char === undefined || char === ')') return { source, factor, captures, repeatable: false };
      if (char === '|') {
        this.at++;
        source += '|';
        continue;
      }
      const piece = this.quantified(this.atom(ignoreCase, depth));
      if (source.length + piece.source.length > MAX_SOURCE_LENGTH)
        throw new PatternError(
          'The pattern is too large once its repetitions are written out; make it simpler',
        );
      source += piece.source;
      factor = Math.max(factor, piece.factor);
      captures ||= piece.captures;
    }
  }

  private atom(ignoreCase: boolean, depth: number): Piece {
    const char = this.text[this.at]!;
    if (char === '(') return this.group(ignoreCase, depth);
    if (char === '[') {
      const { source, next } = readClass(this.text, this.at, ignoreCase);
      this.at = next;
      return { source, factor: 1, captures: false, repeatable: true };
    }
    if (char === '\\') {
      const found = readEscape(this.text, this.at, false);
      this.at += found.length;
      const letter = ignoreCase && found.char !== null && /^[A-Za-z]$/.test(found.char);
      const source = letter ? literal(found.char ?? '', true) : found.source;
      return { source, factor: 1, captures: false, repeatable: !found.assertion };
    }
    const counted = char === '{' && /^\{\d+(?:,\d*)?\}/.test(this.text.slice(this.at, this.at + 16));
    if (char === '*' || char === '+' || char === '?' || counted)
      throw new PatternError(
        `The ${char} at character ${this.at + 1} has nothing to repeat; write \\${char} for the character`,
      );
    const whole = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
    this.at += whole.length;
    if (whole.length === 2) return { source: `(?:${whole})`, factor: 1, captures: false, repeatable: true };
    if (char === '^' || char === '$') return { source: char, factor: 1, captures: false, repeatable: false };
    const source = char === '.' ? '.' : literal(char, ignoreCase);
    return { source, factor: 1, captures: false, repeatable: true };
  }

  private group(outerIgnoreCase: boolean, depth: number): Piece {
    const start = this.at;
    let ignoreCase = outerIgnoreCase;
    let open: string;
    const head = /^\((?:\?(?:(P?<(?![=!])([^>]*)>)|(-?i|):|(.)(.)?))?/.exec(
      this.text.slice(start, start + 300),
    );
    const [whole, named, name, flag, other, second] = head ?? [];
    if (other !== undefined) throw new PatternError(refusedGroup(`${other}${second ?? ''}`, start));
    if (named !== undefined) open = this.naming(name ?? '');
    else if (flag !== undefined) {
      open = '(?:';
      if (flag !== '') ignoreCase = flag === 'i';
    } else open = this.naming(null);
    this.at += whole?.length ?? 1;
    const inner = this.alternatives(ignoreCase, depth + 1);
    if (this.text[this.at] !== ')')
      throw new PatternError(`The group opened at character ${start + 1} is not closed; add )`);
    this.at++;
    return {
      source: `${open}${inner.source})`,
      factor: inner.factor,
      captures: inner.captures || open !== '(?:',
      repeatable: true,
    };
  }

  private quantified(piece: Piece): Piece {
    const match = /^(?:([*+?])|\{(\d{1,6})(,?)(\d{0,6})\})(\??)(\+?)/.exec(
      this.text.slice(this.at, this.at + 24),
    );
    if (!match) return piece;
    const [whole, sign, least, comma, most, lazy, possessive] = match;
    if (!piece.repeatable)
      throw new PatternError(
        `The repetition at character ${this.at + 1} follows a place such as ^, $ or \\b; remove it`,
      );
    if (possessive === '+' && lazy === '')
      throw new PatternError(
        `The possessive repetition at character ${this.at + 1} has no linear form; remove the last +`,
      );
    const min = sign ? (sign === '+' ? 1 : 0) : Number(least);
    const max = sign
      ? sign === '?'
        ? 1
        : Number.POSITIVE_INFINITY
      : comma === ''
        ? min
        : most === ''
          ? Number.POSITIVE_INFINITY
          : Number(most);
    if (max < min)
      throw new PatternError(`The repetition {${min},${max}} has its numbers in the wrong order`);
    this.at += whole.length - (possessive === '+' ? 1 : 0);
    return repeat(piece, min, max, lazy ?? '');
  }
}

function refusedGroup(start: string, at: number): string {
  const where = `at character ${at + 1}`;
  if (start.startsWith('=') || start.startsWith('!') || start.startsWith('<'))
    return `Look-around (?${start.startsWith('<') ? start : start[0]}…) ${where} cannot be matched in linear time; write the pattern without it`;
  if (start.startsWith('>')) return `The atomic group (?>…) ${where} has no linear form; use (?:…)`;
  return `The group (?${start}…) ${where} is not known; (?:…), (?<name>…), (?i:…) and a leading (?i) can be used`;
}
