import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getStatusGroup, getStatusPollMs } from '../../../machines/pipeline-lifecycle/index.ts';
import type { CallResponse } from '../../contract/calls/index.ts';
import type { Pipeline, PipelineState } from '../../contract/entities/pipeline.ts';
import { PIPELINE_STATUSES } from '../../contract/enums.ts';
import type { ApiError } from './api-error.ts';
import { callQuery } from './use-call.ts';

type Statuses = CallResponse<'listPipelineStatuses'>;
type Known = Pick<Pipeline, 'id' | 'revision' | 'latestGraphVersion'>;

const NOTHING_POLLED: Statuses = { pipelineStatuses: [] };

const WHOLE: readonly string[] = ['siteIds', 'statuses'];

/** Whether a list covers all pipelines of the polled site, except deleted ones. */
export function isWholeList([, siteId, input, pages]: QueryKey, polled: QueryKey): boolean {
  const query: unknown =
    typeof input === 'object' && input !== null ? Reflect.get(input, 'query') : undefined;
  const isUnfiltered = Object.keys(query ?? {}).every((name) => WHOLE.includes(name));
  return pages === 'all' && siteId === polled[1] && isUnfiltered;
}

/** Whether a list misses a pipeline, holds a removed one, or has an older revision. */
export function isListOutdated(
  list: readonly Known[],
  statuses: ReadonlyMap<string, PipelineState>,
): boolean {
  const changed = list.some((known) => {
    const now = statuses.get(known.id);
    return !now || now.revision !== known.revision || now.latestGraphVersion !== known.latestGraphVersion;
  });
  if (changed) return true;
  const listed = new Set(list.map(({ id }) => id));
  return statuses.values().some(({ id, status }) => status !== 'DELETED' && !listed.has(id));
}

/** Fast during an action, slow while a pipeline runs, else none. */
function pollFor(pipelines: readonly Pipeline[]): number | false {
  const intervals = new Set(pipelines.map((one) => getStatusPollMs(getStatusGroup(one))));
  intervals.delete(false);
  return intervals.size === 0 ? false : Math.min(...[...intervals].map(Number));
}

/** Polls pipeline statuses while the window has focus; the cache writes them into every list. */
export function usePipelineStatusPoll(siteId: string, pipelines: readonly Pipeline[]): void {
  const poll = useMemo(() => pollFor(pipelines), [pipelines]);
  useQuery<Statuses, ApiError, Statuses, readonly unknown[]>({
    ...callQuery('listPipelineStatuses', { query: { siteIds: [siteId], statuses: [...PIPELINE_STATUSES] } }),
    enabled: poll !== false,
    refetchInterval: poll,
    // The list just read is current: wait one interval.
    initialData: NOTHING_POLLED,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isSuppressed: true },
  });
}
