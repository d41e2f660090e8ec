import { useTimeRange, useTimeSpan } from '../../actors/time-filter.ts';

/** In Unix seconds. */
type OpenSpan = { start: number; end?: number };

/** The time range. A preset ends now, and what happens while it is on screen belongs to it: it has no end. */
export function useOpenSpan(): OpenSpan {
  const range = useTimeRange();
  const { start, end } = useTimeSpan();
  return range.kind === 'custom' ? { start, end } : { start };
}

const timeText = (unixSeconds: number): string => new Date(unixSeconds * 1000).toISOString();

/** The bounds of a list of what happened, RFC 3339 (R7-91). */
export const happenedWithin = ({
  start,
  end,
}: OpenSpan): { fromTimestamp: string; toTimestamp?: string } => ({
  fromTimestamp: timeText(start),
  ...(end === undefined ? {} : { toTimestamp: timeText(end) }),
});
