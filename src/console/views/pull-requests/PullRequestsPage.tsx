import { Suspense, useCallback, useState } from 'react';
import type { Changeset, DraftChange } from '../../../contract/entities/changeset.ts';
import type { Site } from '../../../contract/entities/site.ts';
import { takesRequests } from '../../../contract/managed-site.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import type { CommandMenuItem } from '../../components/commands/CommandMenu.tsx';
import { NoMatch } from '../../components/list-filters/NoMatch.tsx';
import { ListPage } from '../../components/list-page/ListPage.tsx';
import { useListPage } from '../../components/list-page/use-list-page.ts';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import type { Sort } from '../../components/widgets/table/types.ts';
import { useStore } from '../../lib/store.ts';
import { collected } from '../../state/request-draft.ts';
import { useSite } from '../../state/sites.ts';
import { type Choice, withChoice } from './ConflictList.tsx';
import { getRequestColumns } from './columns.tsx';
import { formatChanged, getRequestTitle } from './request-look.ts';
import type { Checked } from './scope.ts';
import { usePullRequestFilters, usePullRequests } from './use-pull-requests.ts';

const { Component: PullRequestDetails } = createLazyCode(async () => ({
  default: (await import('./PullRequestDetails.tsx')).PullRequestDetails,
}));
const { Component: DraftPanel } = createLazyCode(async () => ({
  default: (await import('./DraftPanel.tsx')).DraftPanel,
}));

const getRowId = (row: Changeset) => row.id;
const getRowName = (row: Changeset) => `${getRequestTitle(row)} ${formatChanged(row)} ${row.createdBy}`;
const createRowMenu = (row: Changeset): readonly CommandMenuItem[] => [
  { id: 'pullRequest.approve', args: { request: row.id } },
  { id: 'pullRequest.unapprove', args: { request: row.id } },
  { id: 'pullRequest.rebase', args: { request: row.id } },
  { id: 'pullRequest.check', args: { request: row.id } },
  { id: 'pullRequest.merge', args: { request: row.id } },
  { id: 'pullRequest.withdraw', args: { request: row.id } },
  { id: 'pullRequest.revert', args: { request: row.id } },
];
const NOTHING: readonly Choice[] = [];
const NO_DRAFT: readonly DraftChange[] = [];
const NEWEST_FIRST: Sort = { column: 'updated', direction: 'descending' };

function Empty({ site }: { site: Site }) {
  return takesRequests(site) ? (
    <EmptyState
      title="No pull request"
      icon="branch"
      action={<CommandButton id="go.pipelines" label="See the pipelines" />}
    >
      Edit a pipeline, source, destination or lookup table and choose Raise PR: the change waits here until it
      is merged or withdrawn. Add to draft collects changes that belong together.
    </EmptyState>
  ) : (
    <EmptyState
      title="No pull request"
      icon="branch"
      action={<CommandButton id="go.sites" label="See the sites" />}
    >
      {site.managedByGit
        ? 'Changes of this site are made and reviewed in its repository elsewhere.'
        : 'Pipelines, sources, destinations and lookup tables of this site are changed directly. Managed by Git with an embedded repository, its changes come here for review first.'}
    </EmptyState>
  );
}

export default function PullRequestsPage() {
  const site = useSite();
  const { requests, total, isLoading, error, retry, busyId, ...acts } = usePullRequests(site.id);
  const [chosen, setChosen] = useState<Readonly<Record<string, readonly Choice[]>>>({});
  const [checked, setChecked] = useState<Checked>({});
  const keepChecked = useCallback(
    (id: string, commit: string, refusal: string | undefined) =>
      setChecked((all) => ({ ...all, [id]: { commit, refusal } })),
    [],
  );
  const { rebase } = acts;
  const rebaseAsChosen = useCallback((id: string) => rebase(id, chosen[id] ?? []), [rebase, chosen]);
  const drafted = useStore(collected);
  const draft = takesRequests(site) ? drafted : NO_DRAFT;
  const { bar, filters, passes } = usePullRequestFilters(site.id, requests);
  const [cursorId, setCursorId] = useState<string>();
  const [sort, setSort] = useState<Sort | undefined>(NEWEST_FIRST);
  const list = useListPage({
    name: 'pull-requests',
    rows: requests,
    passes,
    textOf: getRowName,
    rowId: getRowId,
    rowLabel: getRequestTitle,
    menuOf: createRowMenu,
  });
  usePublishScope('pullRequests', {
    requests,
    current: list.cursor,
    draft,
    busyId,
    ...acts,
    checked,
    rebase: rebaseAsChosen,
  });
  const details = useCallback(
    (row: Changeset) => (
      <Suspense fallback={null}>
        <PullRequestDetails
          request={row}
          chosen={chosen[row.id] ?? NOTHING}
          onChoose={(choice) =>
            setChosen((all) => ({ ...all, [row.id]: withChoice(all[row.id] ?? NOTHING, choice) }))
          }
          onChecked={keepChecked}
        />
      </Suspense>
    ),
    [chosen, keepChecked],
  );
  const getRowState = useCallback(
    (row: Changeset) => ({ pending: row.id === busyId, dim: row.status === 'CLOSED' }),
    [busyId],
  );
  return (
    <ListPage
      list={list}
      title="Pull requests"
      things="pull requests"
      actions={undefined}
      searchLabel="Search pull requests"
      filters={{ bar, facts: filters, total: isLoading ? undefined : total }}
      columns={getRequestColumns(requests)}
      isLoading={isLoading}
      error={error}
      onRetry={retry}
      empty={requests.length === 0 ? <Empty site={site} /> : <NoMatch what="pull request" />}
      sort={sort}
      onSortChange={setSort}
      cursorId={cursorId}
      onCursorChange={setCursorId}
      renderExpanded={details}
      rowState={getRowState}
      panel={draft.length > 0 ? { label: 'Your draft', content: <DraftPanel changes={draft} /> } : undefined}
    />
  );
}
