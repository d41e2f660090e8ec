import type { ChartUnit, RateUnit } from './chart-unit.ts';
import type { ChartPoint, ChartSeries } from './types.ts';

/** The bucket in progress, in Unix milliseconds: its start, and how far it was counted. */
export type OpenBucket = { since: number; until: number };

/** Before that a second more or less of counting would move its rate too much. */
const OPEN_AFTER_MS = 15_000;

export const RATE_UNITS: Partial<Record<ChartUnit, RateUnit>> = {
  bytes: 'bytesPerSecond',
  events: 'eventsPerSecond',
};

/**
 * Amounts per bucket as amounts per second. The bucket in progress counts by the time that has passed in it, so
 * that the line does not fall with each new one; it is left out while that time is short.
 */
export function toRates(
  series: readonly ChartSeries[],
  bucketMs: number,
  open: OpenBucket | undefined,
): ChartSeries[] {
  const isOpen = ({ time }: ChartPoint) => open !== undefined && time >= open.since;
  const passedMs = open ? Math.max(1000, open.until - open.since) : 0;
  const hasClosed = series.some(({ points }) => points.some((one) => !isOpen(one) && one.value));
  const leavesOut = hasClosed && passedMs < OPEN_AFTER_MS;
  const toRate = (point: ChartPoint): ChartPoint => ({
    time: point.time,
    value: point.value === null ? null : (point.value * 1000) / (isOpen(point) ? passedMs : bucketMs),
  });
  return series.map((one) => ({
    ...one,
    points: one.points.filter((point) => !(leavesOut && isOpen(point))).map(toRate),
  }));
}
