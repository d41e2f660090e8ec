import type { Series } from '../../../contract/entities/analytics.ts';

/** In Unix seconds. */
export type SparkRange = { start: number; end: number; resolution: number };

const MOST_STEPS = 400;

/** Occurrences per step, 0 if none; empty when there is only one step. */
export function countPerStep({ timeSeriesTuple }: Series, { start, end, resolution }: SparkRange): number[] {
  const first = Math.floor(start / resolution) * resolution;
  const steps = Math.min(MOST_STEPS, Math.ceil((end - first) / resolution));
  if (steps < 2 || timeSeriesTuple.length === 0) return [];
  const values = new Map(timeSeriesTuple.map((point) => [point.unixTimeSeconds, point.value]));
  return Array.from({ length: steps }, (_, index) => values.get(first + index * resolution) ?? 0);
}
