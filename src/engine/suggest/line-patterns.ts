import { compileGrok } from '../patterns/grok.ts';
import { type Column, findLayout, getKind, type Layout } from './line-columns.ts';

/** Shipped patterns of whole lines; a more specific one goes before one that it also fits. */
const SHIPPED = [
  'COMBINEDAPACHELOG',
  'COMMONAPACHELOG',
  'HAPROXYHTTP',
  'HAPROXYTCP',
  'HTTPD_ERRORLOG',
  'SYSLOG5424LINE',
  'SYSLOGLINE',
] as const;
/** Of the lines a suggestion has to fit at least so many. */
export const WORTH_SHARE = 0.5;
/** How many lines a layout is derived from: one line that differs must not hide it. */
const LINES_COMPARED = 60;

const escapeText = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const toLiteral = (text: string): string =>
  /^[ \t]+$/.test(text) && text !== ' ' ? '\\s+' : escapeText(text);

/** `app[123]:` is a program and its process. */
function nameColumn(columns: readonly Column[], index: number): string {
  const column = columns[index];
  if (column?.kind !== 'value') return '';
  const next = columns[index + 1];
  const before = columns[index - 1];
  const isOf = (one: Column | undefined, text: string) => one?.kind === 'literal' && one.text === text;
  if (
    column.type === 'number' &&
    isOf(before, '[') &&
    isOf(next, ']') &&
    columns[index - 2]?.kind === 'value'
  )
    return 'pid';
  if (isOf(next, '[') && columns[index + 2]?.kind === 'value' && isOf(columns[index + 3], ']'))
    return 'program';
  return getKind(column.type).name;
}

function nameColumns(columns: readonly Column[]): string[] {
  const counts = new Map<string, number>();
  return columns.map((_, index) => {
    const name = nameColumn(columns, index);
    if (name === '') return name;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}_${count}`;
  });
}

const isWholeNumber = (values: readonly string[]): boolean =>
  values.every((value) => /^[+-]?\d+$/.test(value));

function writeGrok({ columns, isWhole }: Layout): string {
  const names = nameColumns(columns);
  const parts = columns.map((column, index) => {
    if (column.kind === 'literal') return toLiteral(column.text);
    const { grok } = getKind(column.type);
    const type = column.type === 'number' ? (isWholeNumber(column.values) ? ':int' : ':float') : '';
    return `%{${grok}:${names[index]}${type}}`;
  });
  return `^${parts.join('')}${isWhole ? '$' : '\\s*%{GREEDYDATA:message}'}`;
}

function writeRegex({ columns, isWhole }: Layout): string {
  const names = nameColumns(columns);
  const parts = columns.map((column, index) =>
    column.kind === 'literal' ? toLiteral(column.text) : `(?<${names[index]}>${getKind(column.type).regex})`,
  );
  return `^${parts.join('')}${isWhole ? '$' : '\\s*(?<message>.*)'}`;
}

/** From this many lines with the same word in one place, the word is part of the layout and no value. */
const CONSTANT_LINES = 5;

/** Words that are the same in all lines stand in the pattern as they are. */
function keepConstants({ columns, isWhole }: Layout): Layout {
  const kept = columns.map((column, index): Column => {
    if (column.kind !== 'value' || column.type !== 'word' || nameColumn(columns, index) !== 'word')
      return column;
    const [first = ''] = column.values;
    const isConstant =
      column.values.length >= CONSTANT_LINES && column.values.every((value) => value === first);
    return isConstant ? { kind: 'literal', text: first } : column;
  });
  return { columns: kept, isWhole };
}

/** The layout of most lines: of all of them, else of those that begin alike. */
function findCommonLayout(lines: readonly string[]): Layout | undefined {
  const compared = lines.slice(0, LINES_COMPARED);
  const whole = findLayout(compared);
  if (whole) return whole;
  const groups = Map.groupBy(compared, (line) =>
    line
      .replace(/\d/g, '0')
      .replace(/[A-Za-z]+/g, 'a')
      .slice(0, 12),
  );
  const [largest] = [...groups.values()].toSorted((a, b) => b.length - a.length);
  return largest && largest.length > 1 && largest.length < compared.length ? findLayout(largest) : undefined;
}

function findShipped(lines: readonly string[]): string | undefined {
  return SHIPPED.find((name) => {
    const grok = compileGrok(`%{${name}}`);
    return lines.filter((line) => grok.match(line) !== null).length >= lines.length * 0.8;
  });
}

/** Patterns for lines, best first. */
export function suggestPatterns(lines: readonly string[]): { grok: string[]; regex: string[] } {
  const shipped = findShipped(lines);
  const common = findCommonLayout(lines);
  const layout = common && keepConstants(common);
  return {
    grok: [...(shipped ? [`%{${shipped}}`] : []), ...(layout ? [writeGrok(layout)] : [])],
    regex: layout ? [writeRegex(layout)] : [],
  };
}
