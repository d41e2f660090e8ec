import { useMemo } from 'react';
import { isInAction, isRunning } from '../../../../machines/pipeline-lifecycle/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { PIPELINE_STATUSES } from '../../../contract/enums.ts';
import {
  POLL_ANALYTICS_MS,
  POLL_STATUS_IN_ACTION_MS,
  POLL_STATUS_RUNNING_MS,
} from '../../../contract/limits.ts';
import { useTimeSpan } from '../../actors/time-filter.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { useCall } from '../../api/use-call.ts';
import { type PipelineRow, toRows } from './pipeline-rows.ts';

const NO_PIPELINES: Pipeline[] = [];

/** Fast while one is in action, slow while one runs, else not at all (R4-27 … R4-30). */
const pollFor = (answer: { pipelines: Pipeline[] } | undefined): number | false => {
  if (answer?.pipelines.some(isInAction)) return POLL_STATUS_IN_ACTION_MS;
  return answer?.pipelines.some(isRunning) ? POLL_STATUS_RUNNING_MS : false;
};

/** Every pipeline of the site with names, figures and errors joined; polled only while one runs or is in action (R4-29). */
export function usePipelineRows(siteId: string) {
  const span = useTimeSpan();
  const range = {
    'timeRange.startUnixTimeSeconds': span.start,
    'timeRange.endUnixTimeSeconds': span.end,
  };
  const pipelines = useAllPages(
    'listPipelines',
    { siteIds: [siteId], statuses: [...PIPELINE_STATUSES] },
    { poll: pollFor },
  );
  const all = pipelines.data?.pipelines ?? NO_PIPELINES;
  const anyRunning = all.some(isRunning);
  const names = useCall(
    'listNodeNames',
    { query: { siteId, nodeTypes: ['SOURCE', 'SINK'] } },
    { isSuppressed: true },
  );
  const figures = {
    poll: anyRunning ? POLL_ANALYTICS_MS : (false as const),
    isSuppressed: true,
    keepPrevious: true,
  };
  const summaries = useCall('getPipelineSummaries', { query: { siteId, ...range } }, figures);
  const errors = useCall('listPipelineErrors', { query: { siteId, ...range } }, figures);

  const nodeNames = names.data?.nodeNames;
  const rows = useMemo<PipelineRow[]>(
    () =>
      toRows(all, {
        names: new Map(nodeNames?.map((node) => [node.id, node.name])),
        summaries: summaries.data?.pipelineSummaries,
        errors: errors.data?.pipelinesErrorDetails,
      }),
    [all, nodeNames, summaries.data, errors.data],
  );
  return {
    rows,
    /** Sources and destinations of the site; undefined until they are read. */
    nodeNames,
    isLoading: pipelines.isPending,
    error: pipelines.error,
    retry: () => void pipelines.refetch(),
  };
}
