import { useCallback, useState } from 'react';
import { getRequestState } from '../../../../machines/change-request/index.ts';
import type { FilterBarDefinition } from '../../../../machines/filter-bar/index.ts';
import type { Changeset } from '../../../contract/entities/changeset.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { callApi } from '../../api/call-api.ts';
import { reportApiError } from '../../api/report-error.ts';
import { useCall } from '../../api/use-call.ts';
import { type RowFilter, useRowFilters } from '../../components/list-filters/use-row-filters.ts';
import { useFilterBar } from '../../state/filter-bar.ts';
import { notify } from '../../state/toasts.ts';
import { REQUEST_STATES, STATE_LOOKS } from './request-look.ts';

const NONE: readonly Changeset[] = [];
/** No live message says how the deployment of a merged one ended. */
const POLL_MS = 10_000;

export function usePullRequests(siteId: string) {
  const list = useCall(
    'listChangesets',
    { query: { siteId, 'pagination.limit': PAGE_LIMIT_MAX } },
    { poll: POLL_MS, keepPrevious: true, isSuppressed: true },
  );
  const [busyId, setBusyId] = useState<string>();
  const { refetch } = list;
  const act = useCallback(
    (id: string, call: 'mergeChangeset' | 'deleteChangeset', message: string) => {
      setBusyId(id);
      callApi(call, { path: { pullRequestId: id } })
        .then(() => notify({ message, status: 'success' }))
        .catch((error: unknown) => reportApiError(error, { id: call }))
        .finally(() => {
          setBusyId(undefined);
          void refetch();
        });
    },
    [refetch],
  );
  const merge = useCallback((id: string) => act(id, 'mergeChangeset', 'Pull request merged'), [act]);
  const withdraw = useCallback((id: string) => act(id, 'deleteChangeset', 'Pull request withdrawn'), [act]);
  return {
    requests: list.data?.changesets ?? NONE,
    total: list.data?.pagination.totalCount ?? 0,
    isLoading: list.isPending,
    error: list.error,
    retry: () => void refetch(),
    busyId,
    merge,
    withdraw,
  };
}

/** Kept in the address, so that it can be shared. */
const BAR: FilterBarDefinition = {
  id: 'pullRequests',
  store: 'none',
  mirrorsUrl: true,
  resetsOnSiteChange: true,
  filters: [{ id: 'activity', kind: 'multi', values: REQUEST_STATES, default: 'all' }],
};

const FILTERS: readonly RowFilter<Changeset>[] = [
  {
    id: 'activity',
    label: 'Status',
    kind: 'multi',
    options: REQUEST_STATES.map((value) => ({ value, ...STATE_LOOKS[value] })),
    valuesOf: getRequestState,
  },
];

export const usePullRequestFilters = (siteId: string, requests: readonly Changeset[]) =>
  useRowFilters(useFilterBar(BAR, { siteId }), requests, FILTERS);
