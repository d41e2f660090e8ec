import { useMemo } from 'react';
import { formatRangeLabel, type TimeRange, type TimeSpan } from '../../../../machines/time-filter/index.ts';
import { getNowUnixSeconds, useTimeRange, useTimeSpan } from '../../state/time-filter.ts';

const KEPT_SECONDS = 60 * 86_400;
const MINUTE_MS = 60_000;

/** The preceding period of equal length; undefined beyond retention. */
export function computeFormerSpan({ start, end }: TimeSpan): TimeSpan | undefined {
  const former = { start: start - (end - start), end: start };
  return former.start < getNowUnixSeconds() - KEPT_SECONDS ? undefined : former;
}

/** `previous hour`, `previous 4 hours`, `previous period` for a custom range. */
export const nameFormerPeriod = (range: TimeRange): string =>
  range.kind === 'preset'
    ? `previous ${formatRangeLabel(range, String).replace(/^1 /, '')}`
    : 'previous period';

export type FormerPeriod = { name: string; lengthSeconds: number };

/** The previous period, with its query part and options. */
export function useFormerPeriod() {
  const { start, end } = useTimeSpan(MINUTE_MS);
  const name = nameFormerPeriod(useTimeRange());
  return useMemo(() => {
    const former = computeFormerSpan({ start, end });
    const asked = former ?? { start, end };
    return {
      period: { name, lengthSeconds: end - start },
      range: { 'timeRange.startUnixTimeSeconds': asked.start, 'timeRange.endUnixTimeSeconds': asked.end },
      options: { isSuppressed: true, keepPrevious: true, enabled: former !== undefined },
    };
  }, [start, end, name]);
}
