import { LOG_QUERY_MAX_LENGTH } from '../limits.ts';
import { isInverted } from './compare.ts';
import { QueryFault, readToken, readValue, type Token } from './lexer.ts';
import type { FieldTest, LogQuery, ParsedQuery, Wildcard } from './types.ts';

/** Deeper brackets are refused. */
const DEPTH_MAX = 50;
const FIELD_PARTS_MAX = 32;

const isWildcard = (value: object): value is Wildcard => Array.isArray(value);

class Parser {
  readonly #text: string;
  #next: Token;
  #end = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#next = this.#read();
  }

  #read(): Token {
    const { token, end } = readToken(this.#text, this.#end);
    this.#end = end;
    return token;
  }

  #take(): Token {
    const token = this.#next;
    this.#next = this.#read();
    return token;
  }

  parse(): LogQuery {
    if (this.#next.kind === 'end') return { kind: 'all' };
    const query = this.#or();
    const { kind, at } = this.#next;
    if (kind === ')') throw new QueryFault('This closing bracket has no opening one', at);
    return query;
  }

  #or(): LogQuery {
    const parts = [this.#and()];
    while (this.#next.kind === 'OR') {
      this.#take();
      parts.push(this.#and());
    }
    return join('or', parts);
  }

  /** Adjacent parts are joined by AND. */
  #and(): LogQuery {
    const parts = [this.#not()];
    while (this.#next.kind !== 'OR' && this.#next.kind !== ')' && this.#next.kind !== 'end') {
      if (this.#next.kind === 'AND') this.#take();
      parts.push(this.#not());
    }
    return join('and', parts);
  }

  #not(): LogQuery {
    let count = 0;
    for (; this.#next.kind === 'NOT'; count++) this.#take();
    let query = this.#primary();
    for (; count > 0; count--) query = { kind: 'not', part: query };
    return query;
  }

  #primary(): LogQuery {
    // A value is no token: it starts at the end of its field's token.
    if (this.#next.kind === 'field') return this.#field(this.#next);
    const token = this.#take();
    const place = { at: token.at, length: token.length };
    switch (token.kind) {
      case 'text':
        return { kind: 'text', value: token.value, place };
      case 'regex':
        return { kind: 'regex', test: token.test, place };
      case '(':
        return this.#group(token);
      case ')':
        throw new QueryFault('A word is missing before this bracket', token.at);
      case 'end':
        throw new QueryFault('The query ends here: a word or a field is missing', token.at);
      default:
        throw new QueryFault(
          `A word is missing before ${token.kind}; to search for it as a word, write "${token.kind}"`,
          token.at,
          token.length,
        );
    }
  }

  #group(open: Token): LogQuery {
    if (++this.#depth > DEPTH_MAX) throw new QueryFault(`At most ${DEPTH_MAX} brackets may be open`, open.at);
    const query = this.#or();
    if (this.#next.kind !== ')') throw new QueryFault('The closing bracket is missing', open.at);
    this.#take();
    this.#depth--;
    return query;
  }

  #field(token: Token & { kind: 'field' }): LogQuery {
    // A dot may separate keys or be part of one, so each doubles the lookups.
    if (token.field.split('.').length > FIELD_PARTS_MAX)
      throw new QueryFault(`A field may have at most ${FIELD_PARTS_MAX} parts`, token.at, token.length);
    const from = token.at + token.length;
    const { test, end } =
      token.operator === ':'
        ? readEquals(this.#text, from, token)
        : readOperand(this.#text, from, token.operator);
    this.#end = end;
    this.#next = this.#read();
    return { kind: 'field', field: token.field, test, place: { at: token.at, length: end - token.at } };
  }
}

const join = (kind: 'and' | 'or', parts: LogQuery[]): LogQuery => {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  return { kind, parts: parts.flatMap((part) => (part.kind === kind ? part.parts : [part])) };
};

function readEquals(text: string, from: number, { at, length }: Token): { test: FieldTest; end: number } {
  if (text[from] === '[') return readRange(text, from);
  const { value, end, isQuoted } = readValue(text, from);
  if (!isWildcard(value)) return { test: value, end };
  if (end === from && !isQuoted) {
    const name = text.slice(at, at + length);
    throw new QueryFault(`A value is missing after ${name} To search for it as text, put it in quotes`, from);
  }
  return { test: { kind: 'equals', value }, end };
}

function readOperand(
  text: string,
  from: number,
  operator: (FieldTest & { kind: 'compare' })['operator'],
): { test: FieldTest; end: number } {
  const { value, end, isQuoted } = readValue(text, from);
  if (!isWildcard(value)) throw new QueryFault(`${operator} takes a number or a text`, from, end - from);
  if (value.length > 1) throw new QueryFault(`${operator} takes no *`, from, end - from);
  const operand = value[0] ?? '';
  if (operand === '' && !isQuoted)
    throw new QueryFault(`A number or a text is missing after ${operator}`, from);
  return { test: { kind: 'compare', operator, operand }, end };
}

const RANGE = 'A range is written [1 TO 5]; * leaves an end open';

function readRange(text: string, from: number): { test: FieldTest; end: number } {
  const skip = (at: number): number => {
    let i = at;
    while (/\s/.test(text[i] ?? '')) i++;
    return i;
  };
  const bound = (at: number): { value: string | undefined; end: number } => {
    const read = readValue(text, at, ']');
    if (!isWildcard(read.value) || (read.end === at && !read.isQuoted)) throw new QueryFault(RANGE, at);
    if (read.value.length > 1) {
      if (text.slice(at, read.end) !== '*') throw new QueryFault(RANGE, at, read.end - at);
      return { value: undefined, end: read.end };
    }
    return { value: read.value[0] ?? '', end: read.end };
  };
  const low = bound(skip(from + 1));
  const word = skip(low.end);
  if (!/^TO\s/.test(text.slice(word, word + 3))) throw new QueryFault(RANGE, Math.min(word, text.length));
  const high = bound(skip(word + 2));
  const close = skip(high.end);
  if (text[close] !== ']') throw new QueryFault('The range needs a closing ]', from, close - from);
  if (low.value !== undefined && high.value !== undefined && isInverted(low.value, high.value))
    throw new QueryFault(
      `No value lies in this range: ${low.value} comes after ${high.value}`,
      from,
      close + 1 - from,
    );
  return {
    test: {
      kind: 'range',
      ...(low.value !== undefined && { from: low.value }),
      ...(high.value !== undefined && { to: high.value }),
    },
    end: close + 1,
  };
}

/**
 * Parses a Log Search query (src/docs/log-search.md) for console and service; never throws.
 * @returns the query, or the error with its place
 */
export function parseLogQuery(text: string): ParsedQuery {
  try {
    if (text.length > LOG_QUERY_MAX_LENGTH)
      throw new QueryFault(
        `A query has at most ${LOG_QUERY_MAX_LENGTH} characters`,
        LOG_QUERY_MAX_LENGTH,
        text.length - LOG_QUERY_MAX_LENGTH,
      );
    return { query: new Parser(text).parse() };
  } catch (error) {
    if (error instanceof QueryFault) return { error: error.fault };
    throw error;
  }
}
