import type { Comparison, Place, QueryError, RegexTest, Wildcard } from './types.ts';

/** Internal to the parser. */
export class QueryFault extends Error {
  readonly fault: QueryError;

  constructor(message: string, at: number, length = 1) {
    super(message);
    this.fault = { message, at, length: Math.max(1, length) };
  }
}

export type Token = Place &
  (
    | { readonly kind: '(' | ')' | 'AND' | 'OR' | 'NOT' | 'end' }
    | { readonly kind: 'text'; readonly value: Wildcard }
    | { readonly kind: 'regex'; readonly test: RegexTest }
    | { readonly kind: 'field'; readonly field: string; readonly operator: ':' | Comparison }
  );

const SPACE = /\s/;
/** Unquoted name; cannot end with `.` or `-`, so that `a->b` stays a word. */
const FIELD = /^@?[\p{L}_](?:[\p{L}\p{N}_.@-]*[\p{L}\p{N}_])?/u;
const OPERATOR = /^(?::(?:>=|<=|>|<)?|>=|<=|>|<)/;
const KEYWORDS = ['AND', 'OR', 'NOT'] as const;

export const isBareField = (name: string): boolean => FIELD.exec(name)?.[0] === name;

/** A regular expression without spaces, before a space, a bracket or the end. */
export function readRegex(text: string, at: number): { test: RegexTest; end: number } | undefined {
  if (text[at] !== '/') return undefined;
  let isInClass = false;
  for (let i = at + 1; i < text.length; i++) {
    const char = text[i]!;
    if (SPACE.test(char)) return undefined;
    if (char === '\\') i++;
    else if (char === '[') isInClass = true;
    else if (char === ']') isInClass = false;
    else if (char === '/' && !isInClass) {
      const ignoreCase = text[i + 1] === 'i';
      const end = i + (ignoreCase ? 2 : 1);
      const next = text[end];
      const isEnd = next === undefined || next === ')' || SPACE.test(next);
      if (isEnd && i > at + 1)
        return { test: { kind: 'regex', source: text.slice(at + 1, i), ignoreCase }, end };
    }
  }
  return undefined;
}

/** @throws QueryFault without a closing quote */
function readQuoted(text: string, at: number): { value: string; end: number } {
  let value = '';
  for (let i = at + 1; i < text.length; i++) {
    const char = text[i]!;
    if (char === '"') return { value, end: i + 1 };
    const next = text[i + 1];
    if (char === '\\' && (next === '"' || next === '\\')) value += text[++i];
    else value += char;
  }
  throw new QueryFault('The closing quote is missing', at, text.length - at);
}

const endsWord = (char: string): boolean => SPACE.test(char) || char === '(' || char === ')' || char === '"';

/** A backslash escapes punctuation. */
function readWord(text: string, at: number, stops = ''): { value: Wildcard; end: number } {
  const value = [''];
  let i = at;
  for (; i < text.length; i++) {
    const char = text[i]!;
    const next = text[i + 1];
    if (char === '\\' && next !== undefined && !/[\p{L}\p{N}]/u.test(next)) {
      value[value.length - 1] += next;
      i++;
    } else if (endsWord(char) || stops.includes(char)) break;
    else if (char !== '*') value[value.length - 1] += char;
    else if (value.length === 1 || value.at(-1) !== '') value.push('');
  }
  return { value, end: i };
}

export function readValue(
  text: string,
  at: number,
  stops = '',
): { value: Wildcard | RegexTest; end: number; isQuoted: boolean } {
  if (text[at] === '"') {
    const { value, end } = readQuoted(text, at);
    return { value: [value], end, isQuoted: true };
  }
  const regex = stops === '' ? readRegex(text, at) : undefined;
  if (regex) return { value: regex.test, end: regex.end, isQuoted: false };
  return { ...readWord(text, at, stops), isQuoted: false };
}

const readOperator = (text: string, at: number): string | undefined =>
  OPERATOR.exec(text.slice(at, at + 3))?.[0];

const fieldToken = (at: number, end: number, field: string, sign: string): Token => ({
  kind: 'field',
  at,
  length: end - at,
  field,
  operator: (sign === ':' ? ':' : sign.replace(':', '')) as Comparison,
});

/** The token at or after `from`, and its end. @throws QueryFault */
export function readToken(text: string, from: number): { token: Token; end: number } {
  let at = from;
  while (at < text.length && SPACE.test(text[at]!)) at++;
  const char = text[at];
  if (char === undefined) return { token: { kind: 'end', at, length: 1 }, end: at };
  if (char === '(' || char === ')') return { token: { kind: char, at, length: 1 }, end: at + 1 };
  if (char === '"') {
    const { value, end } = readQuoted(text, at);
    const sign = readOperator(text, end);
    if (sign) return { token: fieldToken(at, end + sign.length, value, sign), end: end + sign.length };
    return { token: { kind: 'text', at, length: end - at, value: [value] }, end };
  }
  const name = FIELD.exec(text.slice(at))?.[0];
  const sign = name === undefined ? undefined : readOperator(text, at + name.length);
  if (name !== undefined && sign) {
    const end = at + name.length + sign.length;
    return { token: fieldToken(at, end, name, sign), end };
  }
  const regex = readRegex(text, at);
  if (regex)
    return { token: { kind: 'regex', at, length: regex.end - at, test: regex.test }, end: regex.end };
  const { value, end } = readWord(text, at);
  const keyword = KEYWORDS.find((word) => word === text.slice(at, end));
  if (keyword) return { token: { kind: keyword, at, length: end - at }, end };
  return { token: { kind: 'text', at, length: end - at, value }, end };
}
