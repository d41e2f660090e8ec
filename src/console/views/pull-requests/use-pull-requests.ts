import { useCallback, useState } from 'react';
import { getRequestState } from '../../../../machines/change-request/index.ts';
import type { FilterBarDefinition } from '../../../../machines/filter-bar/index.ts';
import { RAISED_TEXT } from '../../../../machines/raise-pr/index.ts';
import type { CallId } from '../../../contract/calls/index.ts';
import type { Changeset } from '../../../contract/entities/changeset.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { callApi } from '../../api/call-api.ts';
import { queryClient } from '../../api/query-client.ts';
import { reportApiError } from '../../api/report-error.ts';
import { useCall } from '../../api/use-call.ts';
import { type RowFilter, useRowFilters } from '../../components/list-filters/use-row-filters.ts';
import { useFilterBar } from '../../state/filter-bar.ts';
import { notify } from '../../state/toasts.ts';
import type { Choice } from './ConflictList.tsx';
import { REQUEST_STATES, STATE_LOOKS } from './request-look.ts';

const check = () => void queryClient.refetchQueries({ queryKey: ['getPullRequestChecks'] });

const NONE: readonly Changeset[] = [];
/** No live message reports how a merged request's deployment ended. */
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
    (id: string, call: CallId, work: () => Promise<unknown>, message: string) => {
      setBusyId(id);
      work()
        .then(() => notify({ message, status: 'success' }))
        .catch((error: unknown) => reportApiError(error, { id: call }))
        .finally(() => {
          setBusyId(undefined);
          void refetch();
        });
    },
    [refetch],
  );
  const approve = useCallback(
    ({ id, commit }: Changeset) => {
      const asked = { path: { pullRequestId: id }, body: { commit } };
      act(id, 'approveChangeset', () => callApi('approveChangeset', asked), 'Pull request approved');
    },
    [act],
  );
  const unapprove = useCallback(
    (id: string) => {
      const asked = { path: { pullRequestId: id } };
      act(id, 'withdrawApproval', () => callApi('withdrawApproval', asked), 'Approval taken back');
    },
    [act],
  );
  const revert = useCallback(
    (id: string) => {
      const asked = { path: { pullRequestId: id } };
      act(id, 'revertChangeset', () => callApi('revertChangeset', asked), RAISED_TEXT);
    },
    [act],
  );
  const merge = useCallback(
    (id: string, squash: boolean) => {
      const asked = { path: { pullRequestId: id }, body: { squash } };
      act(id, 'mergeChangeset', () => callApi('mergeChangeset', asked), 'Pull request merged');
    },
    [act],
  );
  const rebase = useCallback(
    (id: string, choices: readonly Choice[]) => {
      const asked = { path: { pullRequestId: id }, body: { choices: [...choices] } };
      act(id, 'rebaseChangeset', () => callApi('rebaseChangeset', asked), 'Pull request rebased');
    },
    [act],
  );
  const withdraw = useCallback(
    (id: string) => {
      const asked = { path: { pullRequestId: id } };
      act(id, 'deleteChangeset', () => callApi('deleteChangeset', asked), 'Pull request withdrawn');
    },
    [act],
  );
  return {
    requests: list.data?.changesets ?? NONE,
    total: list.data?.pagination.totalCount ?? 0,
    isLoading: list.isPending,
    error: list.error,
    retry: () => void refetch(),
    busyId,
    approve,
    unapprove,
    revert,
    merge,
    rebase,
    withdraw,
    check,
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
