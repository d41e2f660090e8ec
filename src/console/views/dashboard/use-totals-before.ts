import type { TimeSpan } from '../../../../machines/time-filter/index.ts';
import { nowUnixSeconds, useTimeSpan } from '../../actors/time-filter.ts';
import { useCall } from '../../api/use-call.ts';
import { rangeOf, type SiteTotals, totalsOf } from './use-site-figures.ts';

const MINUTE_MS = 60_000;
const KEPT_SECONDS = 60 * 86_400;

/** The window of the same length before a time range; undefined where figures are not kept for so long. */
function formerSpan({ start, end }: TimeSpan): TimeSpan | undefined {
  const former = { start: start - (end - start), end: start };
  return former.start < nowUnixSeconds() - KEPT_SECONDS ? undefined : former;
}

/** Totals of the window before that of the time filter; undefined where there is none, or it is not known yet. */
export function useTotalsBefore(siteId: string): SiteTotals | undefined {
  const span = useTimeSpan(MINUTE_MS);
  const former = formerSpan(span);
  const { data } = useCall(
    'getPipelineSummaries',
    { query: { siteId, ...rangeOf(former ?? span) } },
    { isSuppressed: true, keepPrevious: true, enabled: former !== undefined },
  );
  return former && data ? totalsOf(Object.values(data.pipelineSummaries)) : undefined;
}
