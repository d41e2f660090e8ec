import { useMemo } from 'react';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import { useTimeSpan } from '../../actors/time-filter.ts';
import { useCall } from '../../api/use-call.ts';
import { useLiveCounters } from '../../api/use-live.ts';
import { type FlowUnit, flowsOf } from './flow-figures.ts';

const NO_ERRORS: readonly ErrorEntry[] = [];
const NO_IDS: readonly string[] = [];
/** Figures of a range that ends now move on this often; rates come each second by the live channel. */
const REFRESH_MS = 5000;

/** What flows and fails in one pipeline: live by node, exact totals and errors for the time range. */
export function useFlow(siteId: string, pipelineId: string | undefined, unit: FlowUnit) {
  const ids = useMemo(() => (pipelineId === undefined ? NO_IDS : [pipelineId]), [pipelineId]);
  const history = useLiveCounters(pipelineId === undefined ? undefined : siteId, ids);
  const { start, end } = useTimeSpan(REFRESH_MS);
  const range = { 'timeRange.startUnixTimeSeconds': start, 'timeRange.endUnixTimeSeconds': end };
  const options = { enabled: pipelineId !== undefined, keepPrevious: true, isSuppressed: true };
  const summary = useCall(
    'getPipelineSummaries',
    { query: { siteId, pipelineIds: [...ids], ...range } },
    options,
  );
  const components = useCall(
    'getComponentsDataProcessed',
    { path: { pipelineId: pipelineId ?? '' }, query: { siteId, ...range } },
    options,
  );
  const errors = useCall(
    'listPipelineErrors',
    { query: { siteId, pipelineIds: [...ids], ...range } },
    options,
  );
  const flows = useMemo(() => flowsOf(history, pipelineId ?? '', unit), [history, pipelineId, unit]);
  return {
    flows,
    summary: pipelineId === undefined ? undefined : summary.data?.pipelineSummaries[pipelineId],
    components: components.data?.componentsDataProcessedMap,
    errors: (pipelineId && errors.data?.pipelinesErrorDetails[pipelineId]?.errorDetails) || NO_ERRORS,
    failure: summary.error ?? components.error ?? errors.error,
  };
}

export type PipelineFlow = ReturnType<typeof useFlow>;
