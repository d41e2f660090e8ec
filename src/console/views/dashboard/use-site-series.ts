import { useCall } from '../../api/use-call.ts';
import { useOnlyMetric } from '../../components/analytics/only-metric.ts';
import { useTimeSpan } from '../../state/time-filter.ts';
import { FIGURES_MS, toRangeQuery } from './use-site-figures.ts';

export function useSiteSeries(siteId: string) {
  const only = useOnlyMetric();
  const query = { ...toRangeQuery(useTimeSpan(FIGURES_MS)), ...(only && { metricType: only }) };
  const series = useCall(
    'getSiteSeries',
    { path: { siteId }, query },
    { isSuppressed: true, keepPrevious: true },
  );
  return {
    data: series.data,
    error: series.data ? null : series.error,
    retry: () => void series.refetch(),
  };
}

export type SiteSeries = ReturnType<typeof useSiteSeries>;
