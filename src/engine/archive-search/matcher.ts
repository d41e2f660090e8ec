import {
  compareValues,
  type FieldTest,
  type LogQuery,
  type RegexTest,
  type Wildcard,
} from '../../contract/log-query/index.ts';
import { getErrorMessage } from '../../contract/values.ts';
import { compilePattern } from '../patterns/pattern.ts';
import type { ArchiveEvent } from './record.ts';
import { toWordTest, type WordTest } from './word-test.ts';

export type EventTest = (event: ArchiveEvent) => boolean;

export type Matcher = {
  readonly test: EventTest;
  readonly takesAll: boolean;
  /**
   * Each possible match, as an archived line, contains one of these in any case, or `\\u`; undefined: any
   * line may match.
   */
  readonly needles: readonly string[] | undefined;
  readonly words: WordTest | undefined;
};

const escapeRegex = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** Ignores case like JavaScript's `i`: ASCII letters match only ASCII letters. */
function compileWildcard(value: Wildcard, isWhole: boolean): (text: string) => boolean {
  if (value.length === 1) {
    const pattern = escapeRegex(value[0] ?? '');
    const regex = new RegExp(isWhole ? `^${pattern}$` : pattern, 'i');
    return (text) => regex.test(text);
  }
  return matchPieces(value, isWhole);
}

/** Matches pieces in order without backtracking, so no text is slow. */
function matchPieces(value: Wildcard, isWhole: boolean): (text: string) => boolean {
  const pieces = value.map((piece) => new RegExp(escapeRegex(piece), 'ig'));
  const first = new RegExp(`^${escapeRegex(value[0] ?? '')}`, 'i');
  const last = new RegExp(`${escapeRegex(value.at(-1) ?? '')}$`, 'i');
  return (text) => {
    let from = 0;
    if (isWhole) {
      const start = first.exec(text);
      const end = last.exec(text);
      if (!start || !end || start[0].length + end[0].length > text.length) return false;
      from = start[0].length;
      const until = text.length - end[0].length;
      for (const piece of pieces.slice(1, -1)) {
        piece.lastIndex = from;
        if (!piece.exec(text) || piece.lastIndex > until) return false;
        from = piece.lastIndex;
      }
      return true;
    }
    for (const piece of pieces) {
      piece.lastIndex = from;
      if (!piece.exec(text)) return false;
      from = piece.lastIndex;
    }
    return true;
  };
}

/** @throws PatternError */
function compileRegex({ source, ignoreCase }: RegexTest): (text: string) => boolean {
  const regex = compilePattern(source, { ignoreCase });
  return (text) => regex.test(text);
}

/** Possible next keys on the path to a field, and the rest after each: keys may contain dots. */
interface Ways extends ReadonlyMap<string, Ways | undefined> {}

/** Precomputed, since an event may have 100,000 objects; undefined at the end of the path. */
function listWays(path: readonly string[]): Ways | undefined {
  const ways: Ways[] = [];
  for (let start = path.length - 1; start >= 0; start--)
    ways[start] = new Map(
      path
        .slice(start)
        .map((_, count) => [path.slice(start, start + count + 1).join('.'), ways[start + count + 1]]),
    );
  return ways[0];
}

/** Values at a path; list elements count individually. */
function* findValues(value: unknown, ways: Ways | undefined): Generator<unknown> {
  if (Array.isArray(value)) for (const one of value) yield* findValues(one, ways);
  else if (ways === undefined) yield value;
  else if (typeof value === 'object' && value !== null)
    // A path with many dots has more ways than most objects have keys.
    for (const key of ways.size > MANY_WAYS ? Object.keys(value) : ways.keys())
      if (ways.has(key) && Object.hasOwn(value, key))
        yield* findValues((value as Record<string, unknown>)[key], ways.get(key));
}
const MANY_WAYS = 4;

/** Value as compared in queries: numbers and objects as JSON. */
export const toValueText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const ORDER = {
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
};

function compileTest(test: FieldTest): (value: unknown) => boolean {
  switch (test.kind) {
    case 'equals': {
      const matches = compileWildcard(test.value, true);
      return (value) => matches(toValueText(value));
    }
    case 'compare':
      return (value) => {
        const order = compareValues(value, test.operand);
        return order !== undefined && ORDER[test.operator](order);
      };
    case 'range':
      return (value) => {
        const low = test.from === undefined ? 0 : compareValues(value, test.from);
        const high = test.to === undefined ? 0 : compareValues(value, test.to);
        return low !== undefined && high !== undefined && low >= 0 && high <= 0;
      };
    case 'regex': {
      const matches = compileRegex(test);
      return (value) => matches(toValueText(value));
    }
  }
}

/** A name starting with `@` reads metadata. */
export function createFieldReader(field: string): (event: ArchiveEvent) => Iterable<unknown> {
  const isMetadata = field.startsWith('@');
  const ways = listWays((isMetadata ? field.slice(1) : field).split('.'));
  return (event) => findValues(isMetadata ? event.metadata : event.fields, ways);
}

function compileField(field: string, test: FieldTest): EventTest {
  const read = createFieldReader(field);
  const passes = compileTest(test);
  return (event) => {
    for (const value of read(event)) if (passes(value)) return true;
    return false;
  };
}

/** Matches the text as received, and string values of an object. */
const anyText = (matches: (text: string) => boolean): EventTest => {
  return (event) => matches(event.record.text) || event.strings.some(matches);
};

/** An invalid regular expression in the query, with its position. */
export class QueryPatternError extends Error {
  readonly at: number;
  readonly length: number;

  constructor(message: string, place: { at: number; length: number } | undefined) {
    super(message);
    this.at = place?.at ?? 0;
    this.length = place?.length ?? 1;
  }
}

function placing<T>(place: { at: number; length: number } | undefined, compile: () => T): T {
  try {
    return compile();
  } catch (error) {
    throw new QueryPatternError(getErrorMessage(error), place);
  }
}

function compileQuery(query: LogQuery): EventTest {
  switch (query.kind) {
    case 'all':
      return () => true;
    case 'and': {
      const tests = query.parts.map(compileQuery);
      return (event) => tests.every((test) => test(event));
    }
    case 'or': {
      const tests = query.parts.map(compileQuery);
      return (event) => tests.some((test) => test(event));
    }
    case 'not': {
      const test = compileQuery(query.part);
      return (event) => !test(event);
    }
    case 'text':
      return anyText(compileWildcard(query.value, false));
    case 'regex':
      return anyText(placing(query.place, () => compileRegex(query.test)));
    case 'field':
      return placing(query.place, () => compileField(query.field, query.test));
  }
}

/** Characters that JSON writes only literally or as `\u`. */
const UNESCAPED = /[^"\\/\p{C}\u0080-\uffff]+/gu;
const LIKE_NUMBER = /^[\d.+eE-]*$/;

const findLongest = (texts: readonly string[]): string | undefined =>
  texts.reduce<string | undefined>(
    (best, text) => (text.length > (best?.length ?? 0) ? text : best),
    undefined,
  );

const findUnescaped = (text: string): string[] => text.match(UNESCAPED) ?? [];

/** Numbers, constants and nested values have several spellings. */
const mayBeOther = (piece: string): boolean =>
  LIKE_NUMBER.test(piece) || /[[\]{},:]/.test(piece) || 'null'.includes(piece.toLowerCase());

const CONSTANTS = ['true', 'false', 'null'];

/** Substrings of the value as archived; a text value is in quotes. */
function findValueParts(value: Wildcard): string[] {
  const isText = !CONSTANTS.some(compileWildcard(value, true));
  const last = value.length - 1;
  return value.flatMap((piece, at) => {
    if (mayBeOther(piece)) return [];
    return Array.from(piece.matchAll(UNESCAPED), ({ 0: part, index }) => {
      const begin = isText && at === 0 && index === 0 ? '"' : '';
      const end = isText && at === last && index + part.length === piece.length ? '"' : '';
      return `${begin}${part}${end}`;
    });
  });
}

/** `isName`: from a field name, which is less selective than a value. */
type Needles = { readonly texts: readonly string[]; readonly isName: boolean } | undefined;

const toNeedles = (text: string | undefined, isName = false): Needles =>
  text === undefined ? undefined : { texts: [text], isName };
const NEEDLES_MAX = 16;
/** Shorter values are less selective than the field's name. */
const TELLING_LENGTH = 3;
const NAME_LENGTH = 0.5;
const rate = (needles: Needles): number =>
  needles === undefined
    ? 0
    : needles.isName
      ? NAME_LENGTH
      : Math.min(...needles.texts.map(({ length }) => length));

/** Each matching record contains one of these; undefined: unknown. */
function findNeedles(query: LogQuery): Needles {
  switch (query.kind) {
    case 'and':
      return query.parts
        .map(findNeedles)
        .reduce((best, next) => (rate(next) > rate(best) ? next : best), undefined);
    case 'or': {
      const needles = query.parts.map(findNeedles).filter((some) => some !== undefined);
      const texts = needles.flatMap((some) => some.texts);
      if (needles.length < query.parts.length || texts.length > NEEDLES_MAX) return undefined;
      return { texts, isName: needles.some(({ isName }) => isName) };
    }
    case 'text':
      return toNeedles(findLongest(query.value.flatMap(findUnescaped)));
    case 'field': {
      const { field, test } = query;
      if (field.startsWith('@')) return undefined;
      const value = findLongest(test.kind === 'equals' ? findValueParts(test.value) : []);
      // A plain-text record has the name `message` too.
      const name = findLongest(field.split('.').flatMap(findUnescaped));
      return value === undefined || (name !== undefined && value.length < TELLING_LENGTH)
        ? toNeedles(name, true)
        : toNeedles(value);
    }
    default:
      return undefined;
  }
}

/** @throws QueryPatternError */
export const compileMatcher = (query: LogQuery): Matcher => ({
  test: compileQuery(query),
  takesAll: query.kind === 'all',
  needles: findNeedles(query)?.texts,
  words: toWordTest(query),
});

/** Matches a needle, or an escape that may be part of one, in bytes read as Latin-1. */
export const buildNeedleRegex = (needles: readonly string[]): RegExp =>
  new RegExp([...needles, '\\u'].map(escapeRegex).join('|'), 'gi');
