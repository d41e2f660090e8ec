import { useMemo } from 'react';
import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import { chartResolutionSeconds, POLL_ANALYTICS_MS } from '../../../contract/limits.ts';
import { useCall } from '../../api/use-call.ts';
import { useTimeSpan } from '../../state/time-filter.ts';

const NO_ERRORS: readonly ErrorEntry[] = [];

/** New errors are pushed. */
export function useErrors(siteId: string, pipelineId: string | undefined, pollMs = POLL_ANALYTICS_MS) {
  const { start, end } = useTimeSpan(pollMs);
  const resolution = chartResolutionSeconds(end - start);
  const query = {
    siteId,
    ...(pipelineId === undefined ? {} : { pipelineIds: [pipelineId] }),
    'timeRange.startUnixTimeSeconds': start,
    'timeRange.endUnixTimeSeconds': end,
    resolution,
  };
  const answer = useCall('listPipelineErrors', { query }, { keepPrevious: true, isSuppressed: true });
  const details = answer.data?.pipelinesErrorDetails;
  const errors = useMemo(
    () => (details ? Object.values(details).flatMap(({ errorDetails }) => errorDetails) : NO_ERRORS),
    [details],
  );
  return {
    errors,
    /** Range of the sparklines, in Unix seconds. */
    range: { start, end, resolution },
    isLoading: answer.isPending,
    error: answer.data ? null : answer.error,
    retry: () => void answer.refetch(),
  };
}
