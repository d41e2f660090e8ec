import { useMemo } from 'react';
import type { CallQuery } from '../../../contract/calls/index.ts';
import type { DeadLetterEntry } from '../../../contract/entities/dead-letter.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { useCall } from '../../api/use-call.ts';

/** Filters, shared by list, replay, discard and export. */
export type Choice = Omit<CallQuery<'listDeadLetters'>, `pagination.${string}`>;

const POLL_MS = 10_000;
const LIVE = { poll: POLL_MS, keepPrevious: true, isSuppressed: true };
const NONE: readonly DeadLetterEntry[] = [];

/** Newest matches; `undefined` when a filter matches nothing. */
export function useLetters(siteId: string, choice: Choice) {
  const query = { ...choice, 'pagination.limit': PAGE_LIMIT_MAX };
  const call = useCall('listDeadLetters', { path: { siteId }, query }, LIVE);
  return {
    letters: call.data?.deadLetters ?? NONE,
    total: call.data?.pagination.totalCount ?? 0,
    bytes: fromCount(call.data?.bytes ?? 0),
    newestId: call.data?.newestId ?? '',
    isLoading: call.isPending,
    error: call.error,
    retry: () => void call.refetch(),
  };
}

/** Counts per node and reason for the whole site, ignoring filters. */
export function useLetterCounts(siteId: string) {
  const { data } = useCall('countDeadLetters', { path: { siteId }, query: {} }, LIVE);
  return useMemo(
    () =>
      data && {
        groups: data.groups,
        total: data.groups.reduce((sum, { count }) => sum + fromCount(count), 0),
        bytes: data.groups.reduce((sum, { bytes }) => sum + fromCount(bytes), 0),
        dropped: fromCount(data.dropped),
      },
    [data],
  );
}
export type LetterCounts = NonNullable<ReturnType<typeof useLetterCounts>>;
