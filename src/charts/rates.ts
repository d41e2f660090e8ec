import type { ChartUnit, RateUnit } from './chart-unit.ts';
import type { ChartPoint, ChartSeries } from './types.ts';

/** Unix milliseconds; `until`: how far it was counted. */
export type OpenBucket = { since: number; until: number };

/** Earlier, a second more or less distorts the rate. */
const OPEN_AFTER_MS = 15_000;

export const RATE_UNITS: Partial<Record<ChartUnit, RateUnit>> = {
  bytes: 'bytesPerSecond',
  events: 'eventsPerSecond',
};

/**
 * Amounts per second. The open bucket counts its elapsed time only, or the line would fall; at first it is
 * left out.
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
