import type { LogFacet } from '../../../contract/entities/log-search.ts';
import { printField, printLogQuery } from '../../../contract/log-query/index.ts';

export type Completion = {
  readonly label: string;
  /** A few words beside it. */
  readonly detail: string;
  /** Replaces the text between `from` and the caret. */
  readonly insert: string;
};
export type Completions = { readonly from: number; readonly options: readonly Completion[] };

const OPTIONS_MAX = 8;
const WORD = /(?:^|[\s(])((?:@?[\p{L}_][\p{L}\p{N}_.@-]*)|"[^"]*")?(:)?([^\s()":]*)$/u;

const printValue = (value: string): string =>
  printLogQuery({ kind: 'field', field: 'f', test: { kind: 'equals', value: [value] } }).slice(2);

const startsLike = (text: string, typed: string): boolean => text.toLowerCase().includes(typed.toLowerCase());

const TYPES: Record<LogFacet['type'], string> = { text: 'text', number: 'number', mixed: 'number or text' };

/** `number, 12 values` */
const describeField = ({ type, distinct, isCapped }: LogFacet): string =>
  `${TYPES[type]}, ${distinct}${isCapped ? '+' : ''} ${distinct === 1 ? 'value' : 'values'}`;

/** Completions before the caret: fields of the data, or values after a field's colon. */
export function findCompletions(text: string, caret: number, facets: readonly LogFacet[]): Completions {
  const none = { from: caret, options: [] };
  const match = WORD.exec(text.slice(0, caret));
  if (!match) return none;
  const [, name = '', colon, typed = ''] = match;
  if (colon === undefined) {
    const word = name + typed;
    if (word === '') return none;
    const options = facets
      .filter(({ field }) => startsLike(field, word) && field !== word)
      .slice(0, OPTIONS_MAX)
      .map((facet) => ({
        label: facet.field,
        detail: describeField(facet),
        insert: `${printField(facet.field)}:`,
      }));
    return { from: caret - word.length, options };
  }
  const field = name.startsWith('"') ? name.slice(1, -1) : name;
  const values = facets.find((facet) => facet.field === field)?.values ?? [];
  const options = values
    .filter(({ value }) => startsLike(value, typed) && (typed === '' || value !== typed))
    .slice(0, OPTIONS_MAX)
    .map(({ value, count }) => ({
      label: value === '' ? '(empty)' : value,
      detail: count,
      insert: `${printValue(value)} `,
    }));
  return { from: caret - typed.length, options };
}

/** Field names of the data, when nothing else is in the text. */
export function findFieldNames(text: string, caret: number, facets: readonly LogFacet[]): Completions {
  const typed = text.slice(0, caret);
  if (typed === '') return { from: 0, options: [] };
  const options = facets
    .filter(({ field }) => startsLike(field, typed) && field !== text)
    .slice(0, OPTIONS_MAX)
    .map((facet) => ({
      label: facet.field,
      detail: describeField(facet),
      insert: facet.field,
    }));
  return { from: 0, options };
}
