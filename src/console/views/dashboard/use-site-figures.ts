import { useMemo } from 'react';
import { isInAction, isRunning } from '../../../../machines/pipeline-lifecycle/index.ts';
import { type PipelineSummary, percentOptimized } from '../../../contract/entities/analytics.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { POLL_STATUS_IN_ACTION_MS, POLL_STATUS_RUNNING_MS } from '../../../contract/limits.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { useTimeSpan } from '../../actors/time-filter.ts';
import { prefetchAllPages, useAllPages } from '../../api/use-all-pages.ts';
import { useCall } from '../../api/use-call.ts';
import { useLiveCounters } from '../../api/use-live.ts';

const NO_PIPELINES: Pipeline[] = [];
/** Figures are fetched anew this often while something runs; between that the live rates move. */
const FIGURES_MS = 5000;

export type SiteTotals = { input: number; output: number; optimized: number | null; errors: number };

const totalsOf = (summaries: readonly PipelineSummary[]): SiteTotals => {
  const sum = (read: (one: PipelineSummary) => string) =>
    summaries.reduce((total, one) => total + fromCount(read(one)), 0);
  const input = sum((one) => one.totalInputDataBytes);
  const output = sum((one) => one.totalOutputDataBytes);
  return {
    input,
    output,
    optimized: percentOptimized(input, output),
    errors: sum((one) => one.processingErrors),
  };
};

const pipelinesOf = (siteId: string) => ({ siteIds: [siteId] });

export const prefetchDashboard = (siteId: string): Promise<void> =>
  prefetchAllPages('listPipelines', pipelinesOf(siteId), siteId);

/** Totals of the site over the time filter, its volume over time, and its pipelines with the most input first. */
export function useSiteFigures(siteId: string) {
  const span = useTimeSpan(FIGURES_MS);
  const range = { 'timeRange.startUnixTimeSeconds': span.start, 'timeRange.endUnixTimeSeconds': span.end };
  const pipelines = useAllPages('listPipelines', pipelinesOf(siteId), {
    poll: (answer) => {
      if (answer?.pipelines.some(isInAction)) return POLL_STATUS_IN_ACTION_MS;
      return answer?.pipelines.some(isRunning) ? POLL_STATUS_RUNNING_MS : false;
    },
  });
  const all = pipelines.data?.pipelines ?? NO_PIPELINES;
  const quiet = { isSuppressed: true, keepPrevious: true, enabled: all.length > 0 };
  const summaries = useCall('getPipelineSummaries', { query: { siteId, ...range } }, quiet);
  const series = useCall('getSiteSeries', { path: { siteId }, query: range }, quiet);
  const components = useCall('getSiteComponentsDataProcessed', { path: { siteId }, query: range }, quiet);
  const history = useLiveCounters(all.length > 0 ? siteId : undefined);
  const bySummary = summaries.data?.pipelineSummaries;
  const rows = useMemo(
    () =>
      all
        .map((pipeline) => ({ pipeline, summary: bySummary?.[pipeline.id] }))
        .sort(
          (a, b) =>
            fromCount(b.summary?.totalInputDataBytes ?? 0) - fromCount(a.summary?.totalInputDataBytes ?? 0),
        ),
    [all, bySummary],
  );
  return {
    pipelines: all,
    rows,
    totals: bySummary ? totalsOf(Object.values(bySummary)) : undefined,
    /** Undefined until known; the error counts only while there is nothing to show. */
    series: {
      data: series.data,
      error: series.data ? null : series.error,
      retry: () => void series.refetch(),
    },
    components: {
      data: components.data?.components,
      error: components.data ? null : components.error,
      retry: () => void components.refetch(),
    },
    history,
    isLoading: pipelines.isPending,
    error: pipelines.error,
    retry: () => void pipelines.refetch(),
  };
}

export type SiteFigures = ReturnType<typeof useSiteFigures>;
