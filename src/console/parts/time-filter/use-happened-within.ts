import { useTimeRange, useTimeSpan } from '../../actors/time-filter.ts';

/**
 * The time range for a list of what happened, in Unix seconds. A preset ends now, and what happens while it is on
 * screen belongs to it: it has no end.
 */
export function useHappenedWithin(): { fromTimestamp: number; toTimestamp?: number } {
  const range = useTimeRange();
  const { start, end } = useTimeSpan();
  return { fromTimestamp: start, ...(range.kind === 'custom' ? { toTimestamp: end } : {}) };
}
