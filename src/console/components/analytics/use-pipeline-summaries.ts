import { useState } from 'react';
import type { CallResponse } from '../../../contract/calls/index.ts';
import type { DataVolumeMetric } from '../../../contract/enums.ts';
import { removeIgnoredErrors } from '../../api/ignored-errors.ts';
import { type UseCallOptions, useCall } from '../../api/use-call.ts';
import { useLive } from '../../api/use-live.ts';
import { useStore } from '../../lib/store.ts';
import { windowFocus } from '../../lib/window-focus.ts';
import { useTimeRange } from '../../state/time-filter.ts';

type Asked = {
  siteId: string;
  pipelineIds?: string[];
  metricType?: DataVolumeMetric;
  pods?: string[];
  'timeRange.startUnixTimeSeconds': number;
  'timeRange.endUnixTimeSeconds': number;
};
type Options = Pick<UseCallOptions, 'poll' | 'enabled' | 'keepPrevious'>;

/**
 * Totals of pipelines in the time range. Without the focus, or while requests fail, the live channel sends
 * them, so that totals and live rates change together.
 */
export function usePipelineSummaries(
  query: Asked,
  { poll = false, enabled = true, keepPrevious = true }: Options = {},
) {
  const isFocused = useStore(windowFocus);
  const isMoving = useTimeRange().kind === 'preset';
  const options = { isSuppressed: true, keepPrevious, enabled, poll };
  const answer = useCall('getPipelineSummaries', { query }, options);
  const { 'timeRange.startUnixTimeSeconds': start, 'timeRange.endUnixTimeSeconds': end, ...asked } = query;
  const topic = { topic: 'summaries' as const, ...asked, seconds: end - start };
  const key = JSON.stringify(topic);
  const [pushed, setPushed] = useState<{
    key: string;
    at: number;
    data: CallResponse<'getPipelineSummaries'>;
  }>();
  if (pushed && (pushed.key !== key || answer.dataUpdatedAt > pushed.at)) setPushed(undefined);
  useLive(enabled && isMoving && (!isFocused || answer.isError) ? topic : undefined, (message) => {
    if (message.type === 'summaries')
      setPushed({ key, at: Date.now(), data: removeIgnoredErrors('getPipelineSummaries', message) });
  });
  const { data, error } = pushed ? { data: pushed.data, error: null } : answer;
  return {
    summaries: data?.pipelineSummaries,
    /** Range end up to which was counted, in Unix seconds. */
    until: data?.coverage.countedUntilUnixTimeSeconds,
    error,
  };
}
