import type { DashboardVariable } from '../entities/dashboard.ts';
import type { QueryColumn, QueryResult } from '../entities/query.ts';
import { formatExact } from '../figures.ts';

/** More do not fit a panel. */
export const PANEL_ROWS = 1000;
const LINES_MAX = 8;
const BARS_MAX = 40;
const FIGURES_MAX = 6;
const NUMBERS = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|DECIMAL.*)$/;

export const isNumber = ({ type }: QueryColumn): boolean => NUMBERS.test(type);
export const isTime = ({ type }: QueryColumn): boolean => type.startsWith('TIMESTAMP');

export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

/** Exact; queries do the rounding. */
export const formatNumber = (value: number): string =>
  Number.isInteger(value) ? formatExact(value) : String(value);

const readNumber = (value: unknown): number | null =>
  typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : null;

export type Parameters = Readonly<Record<string, string | number>>;

/** Only the named ones, so that other values do not run the query again. */
export const chooseParameters = (
  sql: string,
  variables: readonly DashboardVariable[],
  values: Readonly<Record<string, string>>,
): Parameters =>
  Object.fromEntries(
    variables
      .filter(({ name }) => sql.includes(`$${name}`))
      .map(({ name, kind, value }) => {
        const text = values[name] ?? value;
        return [name, kind === 'NUMBER' ? Number(text) : text];
      }),
  );

/** `problem`: what the answer lacks. */
export type Drawable<T> = { readonly data: T } | { readonly problem: string };

type Answer = Pick<QueryResult, 'columns' | 'rows'>;

/** Unix milliseconds, ascending. */
export type Line = { readonly label: string; readonly points: readonly (readonly [number, number | null])[] };

/**
 * Lines over the first time column: one per number column or, with text columns, one per text value of the
 * first number column.
 */
export function toLines({ columns, rows }: Answer): Drawable<Line[]> {
  const time = columns.findIndex(isTime);
  const numbers = columns.flatMap((column, at) => (isNumber(column) ? [at] : []));
  const text = columns.findIndex((column, at) => at !== time && !isNumber(column));
  const first = numbers.find((at) => at > text) ?? numbers[0];
  if (time < 0)
    return { problem: 'A line needs a column of times, such as time_bucket(interval 1 minute, received)' };
  if (first === undefined) return { problem: 'A line needs a column of numbers, such as count(*)' };
  const names = columns.flatMap((column, at) =>
    at !== time && (at === text || (text < first && at < first && !isTime(column))) ? [at] : [],
  );
  const points = new Map<string, Map<number, number | null>>();
  for (const row of rows) {
    const at = Date.parse(toText(row[time]));
    if (Number.isNaN(at)) continue;
    const own: [string, number][] =
      text >= 0
        ? [[names.map((name) => toText(row[name]) || '(empty)').join(', '), first]]
        : numbers.map((column) => [columns[column]?.name ?? '', column]);
    for (const [label, column] of own) {
      const line = points.get(label) ?? new Map<number, number | null>();
      points.set(label, line);
      line.set(at, readNumber(row[column]));
    }
  }
  if (points.size > LINES_MAX)
    return { problem: `A chart has at most ${LINES_MAX} lines; this answer would have ${points.size}` };
  return {
    data: [...points].map(([label, line]) => ({ label, points: [...line].sort(([a], [b]) => a - b) })),
  };
}

export type Bar = {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly text: string;
};

/**
 * One bar per row. Its name: text columns and numbers before them (a status before its meaning), else the
 * first number. Its length: the first other number.
 */
export function toBars(
  { columns, rows }: Answer,
  formatTime: (column: QueryColumn, value: unknown) => string = (_, value) => toText(value),
): Drawable<{ bars: Bar[]; measure: string; more: number }> {
  const first = columns.findIndex((column) => !isNumber(column));
  const behind = columns.findIndex((column, at) => isNumber(column) && at > Math.max(first, 0));
  const measure = behind < 0 ? columns.findIndex(isNumber) : behind;
  const names = columns.flatMap((column, at) =>
    !isNumber(column) || (behind > 0 && at <= Math.max(first, 0)) ? [at] : [],
  );
  if (measure < 0) return { problem: 'Bars need a column of numbers, such as count(*)' };
  const bars = rows.slice(0, BARS_MAX).map((row, at) => {
    const value = readNumber(row[measure]) ?? 0;
    const texts = names.map((name) => {
      const column = columns[name];
      return column && isTime(column) ? formatTime(column, row[name]) : toText(row[name]);
    });
    const label = texts.map((text) => text || '(empty)').join(', ');
    return { id: String(at), label: label || `Row ${at + 1}`, value, text: toText(row[measure]) };
  });
  return {
    data: { bars, measure: columns[measure]?.name ?? '', more: Math.max(0, rows.length - BARS_MAX) },
  };
}

export function toFigures({
  columns,
  rows,
}: Answer): Drawable<{ name: string; at: number; value: unknown }[]> {
  const [row] = rows;
  if (!row) return { problem: 'The answer has no row' };
  return { data: columns.slice(0, FIGURES_MAX).map(({ name }, at) => ({ name, at, value: row[at] })) };
}
