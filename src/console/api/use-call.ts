import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { CallId, CallResponse } from '../../contract/calls/index.ts';
import { useStore } from '../commands/store.ts';
import type { ApiError } from './api-error.ts';
import { type CallAnswer, callApi } from './call-api.ts';
import { queryClient } from './query-client.ts';
import type { CallInput, CallOptions } from './request.ts';
import { selectedSiteId } from './selected-site.ts';

export type UseCallOptions = {
  /** False waits, for instance until an id is known. */
  enabled?: boolean;
  /** Milliseconds between fetches while the window has the focus. */
  poll?: number | false;
  /** Shows the answer for the former input until the new one is there. */
  keepPrevious?: boolean;
  /** No notification on failure: the view says it in its own place. */
  isSuppressed?: boolean;
  /** Milliseconds for which an answer counts as fresh. */
  staleTime?: number;
};

/** Query of a call, keyed by call, site and input, so that a late answer for another input is dropped. */
export const callQuery = <K extends CallId>(id: K, input: CallInput<K>, siteId = selectedSiteId.get()) =>
  queryOptions<CallResponse<K>, ApiError, CallResponse<K>, readonly unknown[]>({
    queryKey: [id, siteId ?? '', input],
    queryFn: async ({ signal }) => (await callApi(id, input, { signal })).data,
  });

/** Server state: the answer of a reading call, kept fresh by polling, writes and the live channel. */
export function useCall<K extends CallId>(id: K, input: CallInput<K>, options: UseCallOptions = {}) {
  const siteId = useStore(selectedSiteId);
  return useQuery({
    ...callQuery(id, input, siteId),
    enabled: options.enabled ?? true,
    refetchInterval: options.poll ?? false,
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    meta: { isSuppressed: options.isSuppressed ?? false, keepPrevious: options.keepPrevious ?? false },
  });
}

/**
 * The answer from the cache when it is fresh (not older than `staleTime` milliseconds), else from the service;
 * for argument pages and actors.
 */
export const fetchCall = <K extends CallId>(
  id: K,
  input: CallInput<K>,
  staleTime?: number,
): Promise<CallResponse<K>> =>
  queryClient.fetchQuery({ ...callQuery(id, input), ...(staleTime === undefined ? {} : { staleTime }) });

type Write<K extends CallId> = { input: CallInput<K>; options?: CallOptions };

/** A writing call; its failure goes through the error policy unless the view shows it itself. */
export function useWrite<K extends CallId>(id: K, { isSuppressed = false } = {}) {
  return useMutation<CallAnswer<K>, ApiError, Write<K>>({
    mutationKey: [id],
    mutationFn: ({ input, options }) => callApi(id, input, options),
    meta: { isSuppressed },
  });
}
