import { useMemo } from 'react';
import type { TimeSpan } from '../../../../machines/time-filter/index.ts';
import { NOTHING_COUNTED } from '../../../contract/entities/analytics.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { sumTotals } from '../../../contract/totals.ts';
import { usePipelineStatusPoll } from '../../api/pipeline-statuses.ts';
import { prefetchAllPages, useAllPages } from '../../api/use-all-pages.ts';
import { useOnlyMetric } from '../../components/analytics/only-metric.ts';
import { usePipelineSummaries } from '../../components/analytics/use-pipeline-summaries.ts';
import { useTimeSpan } from '../../state/time-filter.ts';

const NO_PIPELINES: Pipeline[] = [];
/** Polling interval while a pipeline runs; live rates update in between. */
export const FIGURES_MS = 5000;

export const toRangeQuery = ({ start, end }: TimeSpan) => ({
  'timeRange.startUnixTimeSeconds': start,
  'timeRange.endUnixTimeSeconds': end,
});

const toPipelinesQuery = (siteId: string) => ({ siteIds: [siteId] });

export const prefetchDashboard = (siteId: string): Promise<void> =>
  prefetchAllPages('listPipelines', toPipelinesQuery(siteId), siteId);

export function useSiteFigures(siteId: string) {
  const span = useTimeSpan(FIGURES_MS);
  const range = toRangeQuery(span);
  const pipelines = useAllPages('listPipelines', toPipelinesQuery(siteId));
  const all = pipelines.data?.pipelines ?? NO_PIPELINES;
  usePipelineStatusPoll(siteId, all);
  const enabled = all.length > 0;
  const only = useOnlyMetric();
  const asked = usePipelineSummaries({ siteId, ...range, ...(only && { metricType: only }) }, { enabled });
  const bySummary = asked.summaries;
  // Missing Collector reports are not zero.
  const nothing = only ? undefined : NOTHING_COUNTED;
  const counted = bySummary && Object.values(bySummary);
  const isCounted = !only || (counted !== undefined && counted.length > 0);
  const rows = useMemo(
    () =>
      all
        .map((pipeline) => ({ pipeline, summary: bySummary && (bySummary[pipeline.id] ?? nothing) }))
        .sort(
          (a, b) =>
            fromCount(b.summary?.totalInputDataBytes ?? 0) - fromCount(a.summary?.totalInputDataBytes ?? 0),
        ),
    [all, bySummary, nothing],
  );
  return {
    pipelines: all,
    rows,
    /** Whether the totals that determine the order are loaded. */
    isOrdered: bySummary !== undefined,
    /** For all totals. */
    unit: only ? ('events' as const) : ('bytes' as const),
    isCounted,
    /** Range end of the totals, in Unix seconds; undefined for past ranges. */
    until: asked.until,
    totals: counted && isCounted ? sumTotals(counted) : undefined,
    isLoading: pipelines.isPending,
    error: pipelines.error,
    retry: () => void pipelines.refetch(),
  };
}

export type SiteFigures = ReturnType<typeof useSiteFigures>;
