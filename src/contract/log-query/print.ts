import { isBareField, readToken, readValue } from './lexer.ts';
import type { FieldTest, LogQuery, Wildcard } from './types.ts';

const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

const escapeWord = (text: string): string => text.replaceAll(/[\s\\"()*[\]/:<>]/g, '\\$&');

const isSameValue = (a: unknown, b: Wildcard): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Unquoted where that parses to the same value; wildcards cannot be quoted. */
function printValue(value: Wildcard): string {
  if (value.length > 1) return value.map(escapeWord).join('*');
  const [text = ''] = value;
  const read = text === '' || /^[[<>=]|\\/.test(text) ? undefined : readSafely(() => readValue(text, 0));
  const isBare = read?.end === text.length && !read.isQuoted && isSameValue(read.value, value);
  return isBare ? text : quote(text);
}

function printText(value: Wildcard): string {
  if (value.length > 1) return value.map(escapeWord).join('*');
  const [text = ''] = value;
  const read = text === '' || text.includes('\\') ? undefined : readSafely(() => readToken(text, 0));
  const isBare =
    read?.end === text.length && read.token.kind === 'text' && isSameValue(read.token.value, value);
  return isBare && !text.startsWith('"') ? text : quote(text);
}

function readSafely<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const printRegex = ({ source, ignoreCase }: { source: string; ignoreCase: boolean }): string =>
  `/${source}/${ignoreCase ? 'i' : ''}`;

const printBound = (text: string | undefined): string =>
  text === undefined ? '*' : /^[\w.+-]+$/.test(text) ? text : quote(text);

function printTest(test: FieldTest): string {
  switch (test.kind) {
    case 'equals':
      return `:${printValue(test.value)}`;
    case 'compare':
      return `${test.operator}${printValue([test.operand])}`;
    case 'range':
      return `:[${printBound(test.from)} TO ${printBound(test.to)}]`;
    case 'regex':
      return `:${printRegex(test)}`;
  }
}

export const printField = (name: string): string => (isBareField(name) ? name : quote(name));

function printPart(query: LogQuery): string {
  const text = printLogQuery(query);
  return query.kind === 'and' || query.kind === 'or' || query.kind === 'all' ? `(${text})` : text;
}

/** The shortest text that parses to this query. */
export function printLogQuery(query: LogQuery): string {
  switch (query.kind) {
    case 'all':
      return '';
    case 'and':
    case 'or':
      return query.parts
        .map((part) =>
          part.kind === query.kind || (query.kind === 'or' && part.kind === 'and')
            ? printLogQuery(part)
            : printPart(part),
        )
        .join(query.kind === 'and' ? ' AND ' : ' OR ');
    case 'not':
      return `NOT ${printPart(query.part)}`;
    case 'text':
      return printText(query.value);
    case 'regex':
      return printRegex(query.test);
    case 'field':
      return printField(query.field) + printTest(query.test);
  }
}
