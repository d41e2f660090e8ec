import { useTimeRange, useTimeSpan } from '../../state/time-filter.ts';

/** In Unix seconds. */
type OpenSpan = { start: number; end?: number };

/** A preset has no end, so that it includes new entries. */
export function useOpenSpan(): OpenSpan {
  const range = useTimeRange();
  const { start, end } = useTimeSpan();
  return range.kind === 'custom' ? { start, end } : { start };
}

const formatIsoTime = (unixSeconds: number): string => new Date(unixSeconds * 1000).toISOString();

export const isHappenedWithin = ({
  start,
  end,
}: OpenSpan): { fromTimestamp: string; toTimestamp?: string } => ({
  fromTimestamp: formatIsoTime(start),
  ...(end === undefined ? {} : { toTimestamp: formatIsoTime(end) }),
});
