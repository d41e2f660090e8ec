import type { QueryResult } from '../../../contract/entities/query.ts';
import type { ChartSeries, ChartTone } from '../../components/widgets/charts/types.ts';
import { isNumber, isTime, toText } from './result-rows.tsx';

const TONES: ChartTone[] = ['out', 'in', 'fourth', 'drop'];
const SERIES_MAX = 8;
const BARS_MAX = 40;

export type Drawable<T> = { readonly data: T } | { readonly problem: string };

const readNumber = (value: unknown): number | null =>
  typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : null;

/**
 * Lines over the first column of times: one for each column of numbers, or for each value of the first other column.
 */
export function toSeries({ columns, rows }: QueryResult): Drawable<ChartSeries[]> {
  const time = columns.findIndex(isTime);
  const numbers = columns.flatMap((column, at) => (isNumber(column) ? [at] : []));
  const name = columns.findIndex((column, at) => at !== time && !isNumber(column));
  const [first] = numbers;
  if (time < 0)
    return { problem: 'A line needs a column of times, such as time_bucket(interval 1 minute, received)' };
  if (first === undefined) return { problem: 'A line needs a column of numbers, such as count(*)' };
  const points = new Map<string, Map<number, number | null>>();
  for (const row of rows) {
    const at = Date.parse(toText(row[time]));
    if (Number.isNaN(at)) continue;
    const own: [string, number][] =
      name >= 0
        ? [[toText(row[name]) || '(empty)', first]]
        : numbers.map((column) => [columns[column]?.name ?? '', column]);
    for (const [label, column] of own) {
      const line = points.get(label) ?? new Map<number, number | null>();
      points.set(label, line);
      line.set(at, readNumber(row[column]));
    }
  }
  if (points.size > SERIES_MAX)
    return { problem: `A chart has at most ${SERIES_MAX} lines; this answer would have ${points.size}` };
  const series = [...points].map(([label, line], at) => ({
    id: label,
    label,
    tone: TONES[at % TONES.length] ?? 'out',
    variant: Math.floor(at / TONES.length),
    points: [...line].sort(([a], [b]) => a - b).map(([at, value]) => ({ time: at, value })),
  }));
  return { data: series };
}

export type Bar = {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly text: string;
};

/**
 * One bar for each row: named by the columns that are no numbers, else by the first of several; as long as the first
 * other one.
 */
export function toBars({
  columns,
  rows,
}: QueryResult): Drawable<{ bars: Bar[]; measure: string; more: number }> {
  const texts = columns.flatMap((column, at) => (isNumber(column) ? [] : [at]));
  const names = texts.length > 0 || columns.length < 2 ? texts : [0];
  const measure = columns.findIndex((column, at) => isNumber(column) && !names.includes(at));
  if (measure < 0) return { problem: 'Bars need a column of numbers, such as count(*)' };
  const bars = rows.slice(0, BARS_MAX).map((row, at) => {
    const value = readNumber(row[measure]) ?? 0;
    const label = names.map((name) => toText(row[name]) || '(empty)').join(', ');
    return { id: String(at), label: label || `Row ${at + 1}`, value, text: toText(row[measure]) };
  });
  return {
    data: { bars, measure: columns[measure]?.name ?? '', more: Math.max(0, rows.length - BARS_MAX) },
  };
}

/** The figures of the first row. */
export function toFigures({
  columns,
  rows,
}: QueryResult): Drawable<{ name: string; at: number; value: unknown }[]> {
  const [row] = rows;
  if (!row) return { problem: 'The answer has no row' };
  return { data: columns.slice(0, 6).map(({ name }, at) => ({ name, at, value: row[at] })) };
}
