import { useMemo } from 'react';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import { POLL_ANALYTICS_MS } from '../../../contract/limits.ts';
import { useTimeSpan } from '../../actors/time-filter.ts';
import { useCall } from '../../api/use-call.ts';
import { useLiveCounters } from '../../api/use-live.ts';
import { useHealth } from '../../parts/health/use-health.ts';
import { type FlowUnit, flowsOf } from './flow-figures.ts';

const NO_ERRORS: readonly ErrorEntry[] = [];
const NO_IDS: readonly string[] = [];
/** Figures of a range that ends now move on this often; rates come each second by the live channel. */
const REFRESH_MS = 5000;

/**
 * What flows and fails in one pipeline: live by node, exact totals and errors for the time range.
 * @param isShown false where only the errors are: nothing else is asked for.
 */
export function useFlow(siteId: string, pipelineId: string | undefined, unit: FlowUnit, isShown: boolean) {
  const ids = useMemo(() => (pipelineId === undefined ? NO_IDS : [pipelineId]), [pipelineId]);
  const history = useLiveCounters(pipelineId === undefined || !isShown ? undefined : siteId, ids);
  const { start, end } = useTimeSpan(isShown ? REFRESH_MS : POLL_ANALYTICS_MS);
  const range = { 'timeRange.startUnixTimeSeconds': start, 'timeRange.endUnixTimeSeconds': end };
  const quiet = { keepPrevious: true, isSuppressed: true };
  const options = { ...quiet, enabled: pipelineId !== undefined && isShown };
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
    { ...quiet, enabled: pipelineId !== undefined },
  );
  const { components: nodes } = useHealth(
    options.enabled ? siteId : undefined,
    pipelineId === undefined ? {} : { pipelineIds: [pipelineId] },
  );
  const health = useMemo(() => new Map(nodes.map((one) => [one.componentId, one.state])), [nodes]);
  const flows = useMemo(() => flowsOf(history, pipelineId ?? '', unit), [history, pipelineId, unit]);
  return {
    unit,
    flows,
    /** How each node that runs fares, by componentId. */
    health,
    summary: pipelineId === undefined ? undefined : summary.data?.pipelineSummaries[pipelineId],
    components: components.data?.componentsDataProcessedMap,
    errors: (pipelineId && errors.data?.pipelinesErrorDetails[pipelineId]?.errorDetails) || NO_ERRORS,
    failure: summary.error ?? components.error ?? errors.error,
  };
}

export type PipelineFlow = ReturnType<typeof useFlow>;
