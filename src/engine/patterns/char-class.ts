import { PatternError } from './error.ts';
import { escapeLiteral, POSIX_CLASSES, readEscape } from './escapes.ts';

const otherCase = (char: string): string => {
  const lower = char.toLowerCase();
  return lower === char ? char.toUpperCase() : lower;
};

const isLetter = (char: string): boolean => /^[A-Za-z]$/.test(char);

/** Source of a literal character, in both cases if asked. */
export const literal = (char: string, ignoreCase: boolean): string =>
  ignoreCase && isLetter(char) ? `[${char}${otherCase(char)}]` : escapeLiteral(char);

/** The part of a letter range within a-z or A-Z, in the other case. */
function rangeOtherCase(from: string, to: string): string {
  let source = '';
  for (const [low, high] of ['az', 'AZ'].map((pair) => [pair[0]!, pair[1]!] as const)) {
    const start = from > low ? from : low;
    const end = to < high ? to : high;
    if (start <= end) source += `${otherCase(start)}-${otherCase(end)}`;
  }
  return source;
}

/**
 * Reads the class at `at` (its opening bracket); returns its source and the offset after it.
 * @throws PatternError
 */
export function readClass(text: string, at: number, ignoreCase: boolean): { source: string; next: number } {
  let p = at + 1;
  let source = '[';
  if (text[p] === '^') {
    source += '^';
    p++;
  }
  for (let first = true; ; first = false) {
    if (p >= text.length)
      throw new PatternError(`The class opened at character ${at + 1} is not closed; add ]`);
    if (text[p] === ']' && !first) return { source: `${source}]`, next: p + 1 };
    const posix = /^\[:([a-z]+):\]/.exec(text.slice(p, p + 16));
    if (posix) {
      const set = POSIX_CLASSES[posix[1] ?? ''];
      if (set === undefined) throw new PatternError(`The class [:${posix[1]}:] is not known`);
      source += ignoreCase && (set === 'a-z' || set === 'A-Z') ? 'A-Za-z' : set;
      p += posix[0].length;
      continue;
    }
    const start = readMember(text, p);
    p = start.next;
    if (text[p] !== '-' || text[p + 1] === ']' || p + 1 >= text.length || start.char === null) {
      source += start.source;
      if (ignoreCase && start.char !== null && isLetter(start.char)) source += otherCase(start.char);
      continue;
    }
    const end = readMember(text, p + 1);
    if (end.char === null) {
      source += `${start.source}\\-${end.source}`;
    } else {
      source += `${start.source}-${end.source}`;
      if (ignoreCase) source += rangeOtherCase(start.raw, end.raw);
    }
    p = end.next;
  }
}

type Member = { source: string; char: string | null; raw: string; next: number };

function readMember(text: string, at: number): Member {
  const char = text[at]!;
  if (char === '\\') {
    const found = readEscape(text, at, true);
    return { source: found.source, char: found.char, raw: text[at + 1] ?? '', next: at + found.length };
  }
  if (/[\ud800-\udfff]/.test(char))
    throw new PatternError(
      `The class has a character beyond U+FFFF at character ${at + 1}; use alternatives such as (a|b) for it`,
    );
  return { source: escapeLiteral(char), char, raw: char, next: at + 1 };
}
