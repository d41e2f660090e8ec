import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CallId, CallResponse } from '../../contract/calls/index.ts';
import { useStore } from '../lib/store.ts';
import type { ApiError } from './api-error.ts';
import { callApi } from './call-api.ts';
import { queryClient } from './query-client.ts';
import type { CallInput } from './request.ts';
import { selectedSiteId } from './selected-site.ts';

export type UseCallOptions<K extends CallId = CallId> = {
  /** False waits, for instance until an id is known. */
  enabled?: boolean;
  /**
   * Milliseconds, or false. A function decides by the last answer, so that every reader polls once more after
   * an end, whichever answer reported it.
   */
  poll?: number | false | ((answer: CallResponse<K> | undefined) => number | false);
  /** Keeps the previous answer until the new one arrives. */
  keepPrevious?: boolean;
  /** No notification: the view shows the failure in place. */
  isSuppressed?: boolean;
  staleTime?: number;
};

/** Keyed by call, site and input, so a late answer for another input is not shown. */
export const callQuery = <K extends CallId>(id: K, input: CallInput<K>, siteId = selectedSiteId.get()) =>
  queryOptions<CallResponse<K>, ApiError, CallResponse<K>, readonly unknown[]>({
    queryKey: [id, siteId ?? '', input],
    queryFn: async ({ signal }) => (await callApi(id, input, { signal })).data,
  });

export function useCall<K extends CallId>(id: K, input: CallInput<K>, options: UseCallOptions<K> = {}) {
  const siteId = useStore(selectedSiteId);
  const { poll = false } = options;
  return useQuery({
    ...callQuery(id, input, siteId),
    enabled: options.enabled ?? true,
    refetchInterval: typeof poll === 'function' ? ({ state }) => poll(state.data) : poll,
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    meta: { isSuppressed: options.isSuppressed ?? false, keepPrevious: options.keepPrevious ?? false },
  });
}

/** Uses the cache if not older than `staleTime` milliseconds. For argument pages and actors. */
export const fetchCall = <K extends CallId>(
  id: K,
  input: CallInput<K>,
  staleTime?: number,
): Promise<CallResponse<K>> =>
  queryClient.fetchQuery({ ...callQuery(id, input), ...(staleTime === undefined ? {} : { staleTime }) });
