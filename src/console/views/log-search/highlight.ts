import { type LogQuery, parseLogQuery } from '../../../contract/log-query/index.ts';

const escapeRegex = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

function collectTexts(query: LogQuery, found: string[]): void {
  if (query.kind === 'and' || query.kind === 'or') for (const part of query.parts) collectTexts(part, found);
  if (query.kind === 'text') found.push(...query.value);
  if (query.kind === 'field' && query.test.kind === 'equals') found.push(...query.test.value);
}

export type TextPart = { readonly text: string; readonly isMatch: boolean };

/** Splits texts at the query's words, except those under NOT. */
export function createHighlighter(queryText: string): (text: string) => readonly TextPart[] {
  const { query } = parseLogQuery(queryText);
  const texts: string[] = [];
  if (query) collectTexts(query, texts);
  const words = texts.filter((text) => text !== '');
  if (words.length === 0) return (text) => [{ text, isMatch: false }];
  const pattern = new RegExp(`(${words.map(escapeRegex).join('|')})`, 'gi');
  return (text) =>
    text
      .split(pattern)
      .map((part, at) => ({ text: part, isMatch: at % 2 === 1 }))
      .filter((part) => part.text !== '');
}
