import { useMemo } from 'react';
import { isRunning } from '../../../../machines/pipeline-lifecycle/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { PIPELINE_STATUSES } from '../../../contract/enums.ts';
import { POLL_ANALYTICS_MS } from '../../../contract/limits.ts';
import { usePipelineStatusPoll } from '../../api/pipeline-statuses.ts';
import { prefetchAllPages, useAllPages } from '../../api/use-all-pages.ts';
import { useCall } from '../../api/use-call.ts';
import { useOnlyMetric } from '../../components/analytics/only-metric.ts';
import { usePipelineSummaries } from '../../components/analytics/use-pipeline-summaries.ts';
import { SAYS_MORE, useHealth } from '../../components/health/use-health.ts';
import { useTimeSpan } from '../../state/time-filter.ts';
import { type PipelineRow, toRows } from './pipeline-rows.ts';

const NO_PIPELINES: Pipeline[] = [];

const toPipelinesQuery = (siteId: string) => ({ siteIds: [siteId], statuses: [...PIPELINE_STATUSES] });

export const prefetchPipelines = (siteId: string): Promise<void> =>
  prefetchAllPages('listPipelines', toPipelinesQuery(siteId), siteId);

/** Pipelines with names, figures and errors. Polls only while a pipeline runs or has an action pending. */
export function usePipelineRows(siteId: string) {
  const pipelines = useAllPages('listPipelines', toPipelinesQuery(siteId));
  const all = pipelines.data?.pipelines ?? NO_PIPELINES;
  usePipelineStatusPoll(siteId, all);
  const anyRunning = useMemo(() => all.some(isRunning), [all]);
  const span = useTimeSpan(anyRunning ? POLL_ANALYTICS_MS : false);
  const range = {
    'timeRange.startUnixTimeSeconds': span.start,
    'timeRange.endUnixTimeSeconds': span.end,
  };
  const names = useCall(
    'listNodeNames',
    { query: { siteId, nodeTypes: ['SOURCE', 'SINK'] } },
    { isSuppressed: true },
  );
  const only = useOnlyMetric();
  const figures = {
    poll: anyRunning ? POLL_ANALYTICS_MS : (false as const),
    isSuppressed: true,
    keepPrevious: true,
  };
  const { summaries } = usePipelineSummaries(
    { siteId, ...range, ...(only && { metricType: only }) },
    { poll: figures.poll },
  );
  const errors = useCall('listPipelineErrors', { query: { siteId, ...range } }, figures);
  const { pipelines: fares } = useHealth(anyRunning ? siteId : undefined, SAYS_MORE);

  const nodeNames = names.data?.nodeNames;
  const rows = useMemo<PipelineRow[]>(
    () =>
      toRows(all, {
        names: new Map(nodeNames?.map((node) => [node.id, node.name])),
        summaries,
        errors: errors.data?.pipelinesErrorDetails,
        isWhole: only === undefined,
        health: new Map(fares.map((one) => [one.pipelineId, one.state])),
      }),
    [all, nodeNames, summaries, errors.data, fares, only],
  );
  return {
    rows,
    /** Sources and destinations; undefined until read. */
    nodeNames,
    isLoading: pipelines.isPending,
    error: pipelines.error,
    retry: () => void pipelines.refetch(),
  };
}
