import { CHART_UNITS, type ChartUnit } from './chart-unit.ts';
import { RATE_UNITS } from './rates.ts';
import type { ChartPoint, ChartSeries } from './types.ts';

const MINUTE_MS = 60_000;

/** Sorted, in milliseconds. */
export const listTimes = (series: readonly ChartSeries[]): number[] =>
  [...new Set(series.flatMap((one) => one.points.map((point) => point.time)))].sort((a, b) => a - b);

export function createValueReader(series: ChartSeries): (time: number) => number | null {
  const values = new Map(series.points.map((point) => [point.time, point.value]));
  return (time) => values.get(time) ?? null;
}

/** Without values, or all amounts are zero. */
export function isEmptyChart(series: readonly ChartSeries[], unit: ChartUnit): boolean {
  const isNothing = CHART_UNITS[unit].hasTotal
    ? ({ value }: ChartPoint) => value === null || value === 0
    : ({ value }: ChartPoint) => value === null;
  return series.every(({ points }) => points.every(isNothing));
}

export function computeBucketMs(times: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let index = 1; index < times.length; index += 1) {
    least = Math.min(least, (times[index] ?? 0) - (times[index - 1] ?? 0));
  }
  return Number.isFinite(least) && least > 0 ? least : MINUTE_MS;
}

/** `null` for missing buckets interrupts the line. */
export function insertGaps(points: readonly ChartPoint[], bucketMs: number): ChartPoint[] {
  const all: ChartPoint[] = [];
  for (const point of points) {
    const former = all.at(-1);
    if (former && point.time - former.time > bucketMs * 1.5) {
      all.push({ time: former.time + bucketMs, value: null });
    }
    all.push(point);
  }
  return all;
}

/** Adds stacked series up; missing points count as zero. */
export function stackSeries(series: readonly ChartSeries[]): readonly ChartSeries[] {
  const stacked = series.filter(({ isStacked }) => isStacked);
  if (stacked.length === 0) return series;
  const times = listTimes(stacked);
  const sums = new Map<number, number>();
  return series.map((one) => {
    if (!one.isStacked) return one;
    const read = createValueReader(one);
    const points = times.map((time) => {
      const value = (sums.get(time) ?? 0) + (read(time) ?? 0);
      sums.set(time, value);
      return { time, value };
    });
    return { ...one, points };
  });
}

/** A line alone would not show them. */
export const findLonePoints = (gapped: readonly ChartPoint[]): ChartPoint[] =>
  gapped.filter(
    (point, index) =>
      point.value !== null &&
      (gapped[index - 1]?.value ?? null) === null &&
      (gapped[index + 1]?.value ?? null) === null,
  );

export function findLastValue(series: ChartSeries, openSince: number | undefined): number | null {
  const closed = series.points.filter(({ time, value }) => value !== null && time < (openSince ?? Infinity));
  return closed.at(-1)?.value ?? series.points.at(-1)?.value ?? null;
}

const computeMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const STEADY_SHARE = 0.05;

/** Last third against the first; within 5% of the maximum is steady. */
export function computeTrend(values: readonly number[]): 'rising' | 'falling' | 'steady' {
  const third = Math.max(1, Math.floor(values.length / 3));
  const change = computeMean(values.slice(-third)) - computeMean(values.slice(0, third));
  const scale = Math.max(...values.map(Math.abs));
  if (values.length < 2 || Math.abs(change) <= scale * STEADY_SHARE) return 'steady';
  return change > 0 ? 'rising' : 'falling';
}

/**
 * One sentence per series for screen readers; its trend ignores the open bucket and leading gaps.
 * @param drawn rates of the amounts
 */
export function summarizeChart(
  series: readonly ChartSeries[],
  drawn: readonly ChartSeries[],
  unit: ChartUnit,
  openSince?: number,
): string {
  const { short, hasTotal } = CHART_UNITS[unit];
  const { short: shortDrawn } = CHART_UNITS[RATE_UNITS[unit] ?? unit];
  return series
    .map((one, index) => {
      const known = (drawn[index]?.points ?? []).flatMap(({ time, value }) =>
        value === null ? [] : [{ time, value }],
      );
      if (known.length === 0) return `${one.label}: no data.`;
      const values = known.map(({ value }) => value);
      const closed = known.filter(({ time }) => time < (openSince ?? Infinity)).map(({ value }) => value);
      const begun = closed.slice(
        Math.max(
          0,
          closed.findIndex((value) => value !== 0),
        ),
      );
      const total = hasTotal
        ? `, total ${short(one.points.reduce((sum, { value }) => sum + (value ?? 0), 0))}`
        : '';
      const range = `lowest ${shortDrawn(Math.min(...values))}, highest ${shortDrawn(Math.max(...values))}`;
      return `${one.label}: ${range}${total}, ${computeTrend(begun.length > 0 ? begun : values)}.`;
    })
    .join(' ');
}

const arePointsEqual = (a: ChartPoint, b: ChartPoint | undefined) =>
  a.time === b?.time && a.value === b.value;

export const isSameChart = (a: readonly ChartSeries[], b: readonly ChartSeries[]): boolean =>
  a === b ||
  (a.length === b.length &&
    a.every((one, index) => {
      const other = b[index];
      return (
        other !== undefined &&
        one.id === other.id &&
        one.label === other.label &&
        one.tone === other.tone &&
        one.variant === other.variant &&
        one.area === other.area &&
        one.isStacked === other.isStacked &&
        one.points.length === other.points.length &&
        one.points.every((point, at) => arePointsEqual(point, other.points[at]))
      );
    }));
