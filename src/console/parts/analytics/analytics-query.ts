import { POLL_ANALYTICS_MS } from '../../../contract/limits.ts';
import { nowUnixSeconds, useTimeSpan } from '../../actors/time-filter.ts';
import type { Metric } from './metric.ts';

/** What every figure of the tab is asked for with. */
export type AnalyticsQuery = {
  siteId: string;
  metricType: Metric;
  /** Left out for every instance. */
  pods?: string[];
  'timeRange.startUnixTimeSeconds': number;
  'timeRange.endUnixTimeSeconds': number;
};

/** Polled while the window is looked at (R7-89, R9-51): a preset moves on, an own range while it has not ended. */
export function useAnalyticsRange() {
  const { start, end } = useTimeSpan(POLL_ANALYTICS_MS);
  return {
    range: { 'timeRange.startUnixTimeSeconds': start, 'timeRange.endUnixTimeSeconds': end },
    poll: end > nowUnixSeconds() ? POLL_ANALYTICS_MS : (false as const),
  };
}

export type AnalyticsRange = ReturnType<typeof useAnalyticsRange>;

/**
 * How the figures are asked for: those of a former range stay until the next ones are there. A part that shows
 * another metric or node is drawn anew (`key`), so that no figure stands under a wrong name.
 */
export const figuresOptions = (poll: number | false) => ({ keepPrevious: true, isSuppressed: true, poll });
