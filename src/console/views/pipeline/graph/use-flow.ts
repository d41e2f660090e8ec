import { useMemo } from 'react';
import type { ErrorEntry } from '../../../../contract/entities/analytics.ts';
import { chartResolutionSeconds, POLL_ANALYTICS_MS } from '../../../../contract/limits.ts';
import { useCall } from '../../../api/use-call.ts';
import { useLiveCountersAt } from '../../../api/use-live.ts';
import { useOnlyMetric } from '../../../components/analytics/only-metric.ts';
import { usePipelineSummaries } from '../../../components/analytics/use-pipeline-summaries.ts';
import { useHealth } from '../../../components/health/use-health.ts';
import { useTimeSpan } from '../../../state/time-filter.ts';
import { computeFlows, type FlowUnit } from './flow-figures.ts';

const NO_ERRORS: readonly ErrorEntry[] = [];
const NO_IDS: readonly string[] = [];
/** Refresh interval for a time range that ends now, of totals and rates alike. */
const REFRESH_MS = 5000;

/** @param isShown false to fetch only the errors */
export function useFlow(siteId: string, pipelineId: string | undefined, unit: FlowUnit, isShown: boolean) {
  const ids = useMemo(() => (pipelineId === undefined ? NO_IDS : [pipelineId]), [pipelineId]);
  const { start, end } = useTimeSpan(isShown ? REFRESH_MS : POLL_ANALYTICS_MS);
  const range = { 'timeRange.startUnixTimeSeconds': start, 'timeRange.endUnixTimeSeconds': end };
  const only = useOnlyMetric();
  const metric = only ? { metricType: only } : {};
  const quiet = { keepPrevious: true, isSuppressed: true };
  const options = { ...quiet, enabled: pipelineId !== undefined && isShown };
  const { enabled } = options;
  const totals = usePipelineSummaries({ siteId, pipelineIds: [...ids], ...metric, ...range }, { enabled });
  const history = useLiveCountersAt(
    totals.until,
    pipelineId === undefined || !isShown ? undefined : siteId,
    ids,
  );
  const components = useCall(
    'getComponentsDataProcessed',
    { path: { pipelineId: pipelineId ?? '' }, query: { siteId, ...metric, ...range } },
    options,
  );
  // Without the graph the query equals the Errors tab's, so that one answer serves both.
  const chart = isShown ? {} : { resolution: chartResolutionSeconds(end - start) };
  const errors = useCall(
    'listPipelineErrors',
    { query: { siteId, pipelineIds: [...ids], ...range, ...chart } },
    { ...quiet, enabled: pipelineId !== undefined },
  );
  const { components: nodes, pipelines: fares } = useHealth(
    pipelineId === undefined ? undefined : siteId,
    pipelineId === undefined ? {} : { pipelineIds: [pipelineId] },
  );
  const health = useMemo(() => new Map(nodes.map((one) => [one.componentId, one.state])), [nodes]);
  const flows = useMemo(() => computeFlows(history, pipelineId ?? '', unit), [history, pipelineId, unit]);
  return {
    unit,
    flows,
    /** Worst of all nodes; undefined until read. */
    state: fares[0]?.state,
    /** By componentId. */
    health,
    summary: pipelineId === undefined ? undefined : totals.summaries?.[pipelineId],
    components: components.data?.componentsDataProcessedMap,
    errors: (pipelineId && errors.data?.pipelinesErrorDetails[pipelineId]?.errorDetails) || NO_ERRORS,
    failure: totals.error ?? components.error ?? errors.error,
  };
}

export type PipelineFlow = ReturnType<typeof useFlow>;
