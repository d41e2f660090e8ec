import { PatternError } from './error.ts';

/** POSIX class names as in `[[:alpha:]]`, for ASCII. */
export const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '\\x21-\\x7e',
  lower: 'a-z',
  print: '\\x20-\\x7e',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\s',
  upper: 'A-Z',
  word: 'A-Za-z0-9_',
  xdigit: '0-9A-Fa-f',
};

const REASONS: Readonly<Record<string, string>> = {
  p: 'Unicode properties are not available; list the characters, such as [A-Za-z]',
  P: 'Unicode properties are not available; list the characters, such as [^A-Za-z]',
  k: 'Back-references cannot be matched in linear time; remove them',
  K: 'it would forget what was matched; use a named group for the part that is wanted',
  G: 'there is no previous match; use ^',
  Q: 'quoting is not available; escape each character instead',
  h: 'it means different things in different tools; write [ \\t] or [0-9A-Fa-f]',
};

export type Escape = {
  readonly source: string;
  readonly length: number;
  readonly char: string | null;
  /** Matches a position: no quantifier may follow, and it cannot be in a class. */
  readonly assertion: boolean;
};

/** Reads the escape at `at` (a backslash). @throws PatternError */
export function readEscape(text: string, at: number, inClass: boolean): Escape {
  const letter = text[at + 1];
  if (letter === undefined)
    throw new PatternError('The pattern ends with a lone backslash; write \\\\ for a backslash');
  const plain = { length: 2, char: null, assertion: false };
  if ('dDwWsS'.includes(letter)) return { ...plain, source: `\\${letter}` };
  if ('tnrfv'.includes(letter)) return { ...plain, source: `\\${letter}`, char: `\\${letter}` };
  if (letter === 'b' && inClass) return { ...plain, source: '\\x08', char: '\\x08' };
  if (!inClass) {
    if (letter === 'b' || letter === 'B') return { ...plain, source: `\\${letter}`, assertion: true };
    if (letter === 'A') return { ...plain, source: '^', assertion: true };
    if (letter === 'z' || letter === 'Z') return { ...plain, source: '$', assertion: true };
  }
  if (letter === '0' && !/[0-9]/.test(text[at + 2] ?? ''))
    return { ...plain, source: '\\x00', char: '\\x00' };
  const hex = /^\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4}))/.exec(text.slice(at, at + 6));
  if (hex) {
    const source = escapeLiteral(String.fromCharCode(Number.parseInt(hex[1] ?? hex[2] ?? '', 16)));
    return { source, length: hex[0].length, char: source, assertion: false };
  }
  if (/[1-9]/.test(letter))
    throw new PatternError(
      `\\${letter} at character ${at + 1} is a back-reference, which cannot be matched in linear time; remove it`,
    );
  if (/[A-Za-z0-9]/.test(letter))
    throw new PatternError(
      `\\${letter} at character ${at + 1} cannot be used: ${REASONS[letter] ?? 'it is not known'}`,
    );
  const source = escapeLiteral(letter);
  return { source, length: 2, char: source, assertion: false };
}

export function escapeLiteral(char: string): string {
  const code = char.charCodeAt(0);
  if (code < 32 || code === 127) return `\\x${code.toString(16).padStart(2, '0')}`;
  return /[\\^$.*+?()[\]{}|/-]/.test(char) ? `\\${char}` : char;
}
