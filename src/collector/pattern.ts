import { Unrenderable } from './refusal.ts';

/** JavaScript's `\s`, which includes more than Go's. */
const SPACE =
  '\\t\\n\\x0b\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const ANY = '[^\\n\\r\\x{2028}\\x{2029}]';
/** [RE2](https://github.com/google/re2/wiki/Syntax)'s limit of repetitions, also nested. */
const MOST_REPEATS = 1000;

export type Re2Pattern = {
  readonly source: string;
  /** Groups in every match. */
  readonly names: readonly string[];
  /** It can match nothing between two characters. */
  readonly canBeEmpty: boolean;
};

const refuse = (what: string): Unrenderable =>
  new Unrenderable(
    `${what} in the pattern is not matched alike by Collectors`,
    'Write the pattern without it',
  );

export const escapeForRe2 = (text: string): string =>
  [...text]
    .map((char) => (/[A-Za-z0-9_ ]/.test(char) ? char : `\\x{${char.codePointAt(0)!.toString(16)}}`))
    .join('');

/** `isWide`: part of what the engine counts as two, beyond U+FFFF. */
type Piece = { source: string; isWide: boolean; canBeEmpty: boolean; hasNames: boolean; repeats: number };

const CLASSES: Readonly<Record<string, { source: string; isWide: boolean }>> = {
  d: { source: '[0-9]', isWide: false },
  w: { source: '[0-9A-Za-z_]', isWide: false },
  s: { source: `[${SPACE}]`, isWide: false },
  D: { source: '[^0-9]', isWide: true },
  W: { source: '[^0-9A-Za-z_]', isWide: true },
  S: { source: `[^${SPACE}]`, isWide: true },
};
const CONTROLS: Readonly<Record<string, string>> = {
  t: '\\t',
  n: '\\n',
  r: '\\r',
  f: '\\f',
  v: '\\x0b',
  0: '\\x00',
};

class Reader {
  at = 0;
  readonly names: string[] = [];
  readonly #text: string;
  readonly #ignoreCase: boolean;
  /** Something wide without a definite end came before. */
  #wideBefore = false;
  /** Something lazy and wide came before, which may end inside a character unless something must follow. */
  #isLazyOpen = false;

  constructor(text: string, ignoreCase: boolean) {
    const leading = text.startsWith('(?i)');
    this.#text = text;
    this.#ignoreCase = ignoreCase || leading;
    this.at = leading ? 4 : 0;
  }

  /** Up to the end or a closing parenthesis. */
  alternatives(depth: number): Omit<Piece, 'repeats'> & { repeats: number; branches: number } {
    let source = '';
    let branches = 1;
    let isWide = false;
    let hasNames = false;
    let isEmpty = true;
    let canBeEmpty = false;
    let repeats = 1;
    for (;;) {
      const char = this.#text[this.at];
      if (char === undefined || char === ')') {
        if (branches > 1 && hasNames) throw refuse('A named group beside |');
        if (char === undefined || branches > 1) this.#closeLazy();
        return { source, isWide, hasNames, canBeEmpty: canBeEmpty || isEmpty, repeats, branches };
      }
      if (char === '|') {
        this.#closeLazy();
        this.at += 1;
        branches += 1;
        source += '|';
        canBeEmpty ||= isEmpty;
        isEmpty = true;
        continue;
      }
      const piece = this.#quantified(this.#atom(depth));
      source += piece.source;
      isWide ||= piece.isWide;
      hasNames ||= piece.hasNames;
      isEmpty &&= piece.canBeEmpty;
      repeats = Math.max(repeats, piece.repeats);
    }
  }

  #closeLazy(): void {
    if (this.#isLazyOpen) throw refuse('A lazy repetition of characters of any kind with nothing after it');
  }

  #atom(depth: number): Piece {
    const text = this.#text;
    const char = text[this.at]!;
    const narrow = { isWide: false, canBeEmpty: false, hasNames: false, repeats: 1 };
    if (char === '(') return this.#group(depth);
    if (char === '[') return { ...narrow, ...this.#class() };
    if (char === '.') {
      this.at += 1;
      return { ...narrow, source: ANY, isWide: true };
    }
    if (char === '^' || char === '$') {
      this.at += 1;
      return { ...narrow, source: char === '^' ? '\\A' : '\\z', canBeEmpty: true };
    }
    if (char === '\\') {
      const letter = text[this.at + 1] ?? '';
      if (letter === 'A' || letter === 'z' || letter === 'Z' || letter === 'b' || letter === 'B') {
        this.at += 2;
        const source = letter === 'Z' ? '\\z' : `\\${letter}`;
        return { ...narrow, source, canBeEmpty: true };
      }
      const set = CLASSES[letter];
      if (set) {
        this.at += 2;
        return { ...narrow, ...set };
      }
    }
    return { ...narrow, source: this.#cased(this.#character(false)) };
  }

  /** Both cases when ignoring case; only A to Z, as in the engine. */
  #cased(char: string): string {
    if (this.#ignoreCase && /^[A-Za-z]$/.test(char)) return `[${char.toUpperCase()}${char.toLowerCase()}]`;
    return escapeForRe2(char);
  }

  #character(inClass: boolean): string {
    const text = this.#text;
    if (text[this.at] !== '\\') {
      const char = String.fromCodePoint(text.codePointAt(this.at)!);
      this.at += char.length;
      return char;
    }
    const letter = text[this.at + 1] ?? '';
    const hex = /^\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4}))/.exec(text.slice(this.at, this.at + 6));
    if (hex) {
      this.at += hex[0].length;
      const code = Number.parseInt(hex[1] ?? hex[2] ?? '', 16);
      if (code >= 0xd800 && code <= 0xdfff) throw refuse('Half a character');
      return String.fromCharCode(code);
    }
    this.at += 2;
    if (inClass && letter === 'b') return '\b';
    const control = CONTROLS[letter];
    if (control !== undefined)
      return JSON.parse(`"${{ v: '\\u000b', 0: '\\u0000' }[letter] ?? control}"`) as string;
    if (/[A-Za-z0-9]/.test(letter)) throw refuse(`\\${letter}`);
    return letter;
  }

  #class(): { source: string; isWide: boolean } {
    const text = this.#text;
    this.at += 1;
    const isNegated = text[this.at] === '^';
    if (isNegated) this.at += 1;
    let source = '';
    for (let isFirst = true; text[this.at] !== ']' || isFirst; isFirst = false) {
      if (this.at >= text.length || text.startsWith('[:', this.at)) throw refuse('A class such as [:alpha:]');
      const letter = text[this.at] === '\\' ? (text[this.at + 1] ?? '') : '';
      if (CLASSES[letter]) {
        if (CLASSES[letter].isWide) throw refuse(`\\${letter} in a class`);
        source += CLASSES[letter].source.slice(1, -1);
        this.at += 2;
        continue;
      }
      const from = this.#character(true);
      if (text[this.at] !== '-' || text[this.at + 1] === ']') {
        source += escapeForRe2(from);
        if (this.#ignoreCase && /^[A-Za-z]$/.test(from))
          source += from === from.toLowerCase() ? from.toUpperCase() : from.toLowerCase();
        continue;
      }
      this.at += 1;
      if (text[this.at] === '\\' && CLASSES[text[this.at + 1] ?? '']) throw refuse('A range to a class');
      const to = this.#character(true);
      if (to < from) throw refuse('A range backwards');
      source += `${escapeForRe2(from)}-${escapeForRe2(to)}`;
      if (this.#ignoreCase)
        for (const [low, high] of [
          ['a', 'z'],
          ['A', 'Z'],
        ] as const) {
          const [start, end] = [from > low ? from : low, to < high ? to : high];
          const other = (char: string) => (low === 'a' ? char.toUpperCase() : char.toLowerCase());
          if (start <= end) source += `${other(start)}-${other(end)}`;
        }
    }
    this.at += 1;
    return { source: `[${isNegated ? '^' : ''}${source}]`, isWide: isNegated };
  }

  #group(depth: number): Piece {
    const head = /^\((?:\?(?:P?<([A-Za-z_]\w*)>|(:)))?/.exec(this.#text.slice(this.at, this.at + 300));
    const [whole = '(', name, plain] = head ?? [];
    if (this.#text[this.at + 1] === '?' && name === undefined && plain === undefined)
      throw refuse(`The group ${this.#text.slice(this.at, this.at + 4)}`);
    this.at += whole.length;
    const [before, wasLazy] = [this.#wideBefore, this.#isLazyOpen];
    const inner = this.alternatives(depth + 1);
    this.at += 1;
    if (name !== undefined) this.names.push(name);
    const { source, isWide, canBeEmpty, repeats } = inner;
    const isOptional = canBeEmpty || /^(?:[*?]|\{0)/.test(this.#text.slice(this.at, this.at + 2));
    this.#wideBefore = isWide || (this.#wideBefore && inner.branches === 1) || (isOptional && before);
    this.#isLazyOpen ||= wasLazy && isOptional;
    return {
      source: `${name === undefined ? '(?:' : `(?P<${name}>`}${source})`,
      ...{ isWide, canBeEmpty, repeats },
      hasNames: inner.hasNames || name !== undefined,
    };
  }

  #quantified(piece: Piece): Piece {
    const wasLazy = this.#isLazyOpen;
    const quantified = this.#repeated(piece);
    const isEnd = quantified.source === '\\z';
    if (!quantified.source.startsWith('('))
      this.#isLazyOpen =
        (piece.isWide && quantified.source.endsWith('?')) || (wasLazy && quantified.canBeEmpty && !isEnd);
    return quantified;
  }

  #repeated(piece: Piece): Piece {
    const isPlace = piece.canBeEmpty && /^\\[AzbB]$/.test(piece.source);
    const found = /^(?:([*+?])|\{(\d{1,6})(,?)(\d{0,6})\})(\??)/.exec(
      this.#text.slice(this.at, this.at + 24),
    );
    const isGroup = piece.source.startsWith('(');
    if (!found) {
      if (isPlace) return piece;
      if (isGroup) return piece;
      if (piece.isWide) throw refuse('A single character of any kind, without * or + after it,');
      this.#wideBefore = false;
      return piece;
    }
    const [whole, sign, least = '', comma, most = '', lazy = ''] = found;
    if (this.#text[this.at + whole.length] === '+') throw refuse('A possessive repetition');
    this.at += whole.length;
    if (piece.hasNames) throw refuse('A named group that repeats or may be missing');
    if (isGroup && piece.canBeEmpty) throw refuse('A repeated group that can be empty');
    if (piece.isWide) {
      if (isGroup) throw refuse('A repeated group with characters of any kind');
      if (sign !== '*' && sign !== '+') throw refuse('A counted repetition of characters of any kind');
      if (this.#wideBefore) throw refuse('A repetition of characters of any kind right after another');
      this.#wideBefore = true;
    } else if (sign === '+' || (sign === undefined && Number(least) > 0)) this.#wideBefore = false;
    const highest = sign === undefined ? Math.max(Number(least), Number(most)) : 1;
    const repeats = piece.repeats * Math.max(1, highest);
    if (repeats > MOST_REPEATS) throw refuse(`A repetition of more than ${MOST_REPEATS}`);
    const times = sign ?? `{${Number(least)}${comma}${most === '' ? '' : Number(most)}}`;
    const isOptional = sign === '*' || sign === '?' || (sign === undefined && Number(least) === 0);
    return {
      ...piece,
      source: `${piece.source}${times}${lazy}`,
      canBeEmpty: piece.canBeEmpty || isOptional,
      repeats,
    };
  }
}

/**
 * Translates a pattern to Go's RE2 syntax. Refuses what Go reads differently: the engine counts characters
 * beyond U+FFFF as two, and forgets groups of earlier repetitions.
 * @throws Unrenderable
 */
export function toRe2(text: string, ignoreCase = false): Re2Pattern {
  const reader = new Reader(text, ignoreCase);
  const { source, canBeEmpty } = reader.alternatives(0);
  return { source, names: reader.names, canBeEmpty };
}
