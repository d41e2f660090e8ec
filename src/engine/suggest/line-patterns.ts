import { compileGrok } from '../patterns/grok.ts';
import { type Column, findLayout, getKind, type Layout } from './line-columns.ts';

/** Shipped line patterns, more specific ones first. */
const SHIPPED = [
  'COMBINEDAPACHELOG',
  'COMMONAPACHELOG',
  'HAPROXYHTTP',
  'HAPROXYTCP',
  'HTTPD_ERRORLOG',
  'SYSLOG5424LINE',
  'SYSLOGLINE',
] as const;
export const WORTH_SHARE = 0.5;
/** Lines that a layout is derived from: an outlier must not hide it. */
const LINES_COMPARED = 60;

const escapeText = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const toLiteral = (text: string): string =>
  /^[ \t]+$/.test(text) && text !== ' ' ? '\\s+' : escapeText(text);

/** `app[123]:` is a program and its process id. */
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

/** A word identical in this many lines is part of the layout. */
const CONSTANT_LINES = 5;

/** Words identical in all lines become literals. */
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

/** The layout of all lines, else of those that begin alike. */
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

export function suggestPatterns(lines: readonly string[]): { grok: string[]; regex: string[] } {
  const shipped = findShipped(lines);
  const common = findCommonLayout(lines);
  const layout = common && keepConstants(common);
  return {
    grok: [...(shipped ? [`%{${shipped}}`] : []), ...(layout ? [writeGrok(layout)] : [])],
    regex: layout ? [writeRegex(layout)] : [],
  };
}
