import type { FlowSeries } from '../../../contract/entities/analytics.ts';
import { useCall } from '../../api/use-call.ts';
import { useTimeSpan } from '../../state/time-filter.ts';
import { computeFormerSpan } from './former-span.ts';
import { toRangeQuery } from './use-site-figures.ts';

const MINUTE_MS = 60_000;

export type FormerSeries = { series: FlowSeries; lengthSeconds: number };

/** The site's figures in the period before; undefined where nothing was counted then. */
export function useFormerSeries(siteId: string): FormerSeries | undefined {
  const span = useTimeSpan(MINUTE_MS);
  const former = computeFormerSpan(span);
  const { data } = useCall(
    'getSiteSeries',
    { path: { siteId }, query: toRangeQuery(former ?? span) },
    { isSuppressed: true, keepPrevious: true, enabled: former !== undefined },
  );
  const hasCounted = data?.inputDataSeries.timeSeriesTuple.some(({ value }) => value > 0);
  return former && data && hasCounted ? { series: data, lengthSeconds: span.end - span.start } : undefined;
}
