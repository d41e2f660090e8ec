import type { ChartSeries } from '../../../charts/types.ts';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import { countPerStep, type SparkRange } from '../../components/errors/occurrences.ts';

const LEVELS = [
  { id: 'errors', label: 'Errors', tone: 'lost', level: 'ERROR' },
  { id: 'warnings', label: 'Warnings', tone: 'drop', level: 'WARN' },
] as const;

/**
 * Occurrences per complete point, as the one in progress would look like a drop; includes acknowledged ones,
 * since the chart shows what happened.
 */
export function buildErrorsSeries(
  errors: readonly Pick<ErrorEntry, 'errorLevel' | 'series'>[],
  range: SparkRange,
): ChartSeries[] {
  const first = Math.floor(range.start / range.resolution) * range.resolution;
  return LEVELS.flatMap(({ level, ...look }) => {
    const counts = errors
      .filter(({ errorLevel }) => errorLevel === level)
      .map(({ series }) => countPerStep(series, range))
      .filter((steps) => steps.length > 0);
    if (counts.length === 0) return [];
    const steps = counts[0]?.length ?? 0;
    const whole = Math.min(steps, Math.floor((range.end - first) / range.resolution));
    const points = Array.from({ length: whole }, (_, at) => ({
      time: (first + at * range.resolution) * 1000,
      value: counts.reduce((sum, one) => sum + (one[at] ?? 0), 0),
    }));
    return [{ ...look, points }];
  });
}
