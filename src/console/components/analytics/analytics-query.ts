import { POLL_ANALYTICS_MS } from '../../../contract/limits.ts';
import { getNowUnixSeconds, useTimeSpan } from '../../state/time-filter.ts';
import type { Metric } from './metric.ts';

export type AnalyticsQuery = {
  siteId: string;
  metricType: Metric;
  /** All instances if omitted. */
  pods?: string[];
  'timeRange.startUnixTimeSeconds': number;
  'timeRange.endUnixTimeSeconds': number;
};

/** Polls while the range moves: presets always, a custom range until it has ended. */
export function useAnalyticsRange() {
  const { start, end } = useTimeSpan(POLL_ANALYTICS_MS);
  return {
    range: { 'timeRange.startUnixTimeSeconds': start, 'timeRange.endUnixTimeSeconds': end },
    poll: end > getNowUnixSeconds() ? POLL_ANALYTICS_MS : (false as const),
  };
}

/**
 * Keeps the previous data while the next range loads. Parts for another metric or node must remount (`key`),
 * so that no figure has the wrong label.
 */
export const buildFiguresOptions = (poll: number | false) => ({
  keepPrevious: true,
  isSuppressed: true,
  poll,
});
