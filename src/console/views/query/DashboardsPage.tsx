import { useMemo, useState } from 'react';
import { cut, tone } from '../../../../styles/text.css.ts';
import { SHIPPED_DASHBOARDS } from '../../../contract/dashboards/shipped.ts';
import type { Dashboard, DashboardContent } from '../../../contract/entities/dashboard.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { freeName, getErrorMessage } from '../../../contract/values.ts';
import { callApi } from '../../api/call-api.ts';
import { fetchCall, useCall } from '../../api/use-call.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import type { CommandMenuItem } from '../../components/commands/CommandMenu.tsx';
import { NothingFound } from '../../components/list-filters/NoMatch.tsx';
import { ListPage } from '../../components/list-page/ListPage.tsx';
import { useListPage } from '../../components/list-page/use-list-page.ts';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { PopupBoundary } from '../../components/widgets/lazy/popup-boundary.tsx';
import type { Column } from '../../components/widgets/table/types.ts';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { formatExact, formatMinute } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';
import { useSite } from '../../state/sites.ts';
import { notify } from '../../state/toasts.ts';
import { readDashboardFile } from './dashboard/dashboard-file.ts';
import type { ListedDashboard } from './dashboard/scope.ts';
import './dashboard/scope.ts';

const { Component: ImportTextDialog } = createLazyCode(async () => ({
  default: (await import('../../components/widgets/dialogs/import-text-dialog.tsx')).ImportTextDialog,
}));

const OF_PRODUCT = 'Penstock';
const SHIPPED: readonly ListedDashboard[] = SHIPPED_DASHBOARDS.map(({ id, name, description, panels }) => ({
  id,
  name,
  description,
  panelCount: panels.length,
  stored: undefined,
}));
const NONE: readonly Dashboard[] = [];
const getRowId = ({ id }: ListedDashboard) => id;
const getRowName = ({ name }: ListedDashboard) => name;
const getAuthor = ({ stored }: ListedDashboard) => stored?.createdBy ?? OF_PRODUCT;
const getRowText = (row: ListedDashboard) => `${row.name} ${row.description} ${getAuthor(row)}`;
const createRowMenu = ({ id, stored }: ListedDashboard): readonly CommandMenuItem[] =>
  stored ? [{ id: 'queryDashboard.deleteListed', args: { id }, danger: true }] : [];

const tellCreated = (name: string) =>
  notify({ message: `The dashboard '${name}' was created.`, status: 'success', shouldTimeout: true });

const columns: readonly Column<ListedDashboard>[] = [
  {
    id: 'name',
    header: 'Dashboard',
    width: 'minmax(160px, 2fr)',
    sortable: true,
    value: ({ name }) => name,
    cell: ({ name }) => <span className={cut}>{name}</span>,
  },
  {
    id: 'description',
    header: 'Description',
    width: 'minmax(160px, 3fr)',
    shownFrom: 700,
    value: ({ description }) => description,
    cell: ({ description }) => <span className={`${cut} ${tone.text2}`}>{description}</span>,
  },
  {
    id: 'panels',
    header: 'Panels',
    width: '88px',
    align: 'end',
    sortable: true,
    value: ({ panelCount }) => panelCount,
    cell: ({ panelCount }) => formatExact(panelCount),
  },
  {
    id: 'author',
    header: 'By',
    width: 'minmax(96px, 1fr)',
    shownFrom: 560,
    sortable: true,
    value: getAuthor,
    cell: getAuthor,
  },
  {
    id: 'updated',
    header: 'Updated',
    width: '152px',
    shownFrom: 480,
    sortable: true,
    value: ({ stored }) => stored?.updatedAt ?? null,
    cell: ({ stored }) => (stored ? formatMinute(new Date(stored.updatedAt)) : <Missing />),
  },
];

export default function DashboardsPage() {
  const site = useSite();
  const question = { query: { siteIds: [site.id], 'pagination.limit': PAGE_LIMIT_MAX } };
  const { data, isPending, error, refetch } = useCall('listDashboards', question, {
    keepPrevious: true,
    isSuppressed: true,
  });
  const stored = data?.dashboards ?? NONE;
  const isImporting = new URLSearchParams(useShownLocation().search).has('import');
  const rows = useMemo(
    () => [
      ...stored.map((one) => ({
        id: one.id,
        name: one.name,
        description: one.description,
        panelCount: one.panels.length,
        stored: one,
      })),
      ...SHIPPED,
    ],
    [stored],
  );
  const [cursorId, setCursorId] = useState<string>();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const list = useListPage<ListedDashboard>({
    name: 'query-dashboards',
    rows,
    textOf: getRowText,
    rowId: getRowId,
    rowLabel: getRowName,
    menuOf: createRowMenu,
  });
  const createOne = async (content: DashboardContent) => {
    const body = { dashboard: { ...content, siteId: site.id } };
    return { id: (await callApi('createDashboard', { body })).data.id, name: content.name };
  };
  const { start: create } = useSingleWrite({
    call: 'createDashboard',
    write: createOne,
    succeed: ({ name }) => tellCreated(name),
    follow: ({ id }) => goTo(paths.queryDashboard(id)),
  });
  const { start: importOne, isRunning } = useSingleWrite({
    call: 'createDashboard',
    write: async (content: DashboardContent) => {
      // The list on screen may be missing or outdated.
      const { dashboards } = await fetchCall('listDashboards', question, 0);
      const name = freeName(
        content.name,
        dashboards.map((one) => one.name),
      );
      return createOne({ ...content, name });
    },
    succeed: ({ name }) => tellCreated(name),
    fail: (problem) => setRefused([getErrorMessage(problem)]),
    follow: ({ id }) => goTo(paths.queryDashboard(id)),
  });
  const { start: remove } = useSingleWrite({
    call: 'deleteDashboard',
    write: async ({ id, revision }: Dashboard) => {
      await callApi('deleteDashboard', { path: { dashboardId: id } }, { ifMatch: revision });
    },
    succeed: (_, { name }) =>
      notify({ message: `The dashboard '${name}' was deleted.`, status: 'success', shouldTimeout: true }),
  });
  usePublishScope('queryDashboards', { current: list.cursor, dashboards: rows, create, remove });
  const closeImport = () => {
    setRefused([]);
    goTo(paths.queryDashboards(), { replace: true });
  };
  return (
    <ListPage<ListedDashboard>
      list={list}
      title="Dashboards"
      things="dashboards"
      count={data ? rows.length : undefined}
      actions={
        <>
          <CommandButton id="queryDashboard.import" label="Import" />{' '}
          <CommandButton id="queryDashboard.create" label="New dashboard" variant="primary" />
        </>
      }
      searchLabel="Search dashboards"
      columns={columns}
      isLoading={isPending}
      error={error}
      onRetry={() => void refetch()}
      empty={<NothingFound />}
      cursorId={cursorId}
      onCursorChange={setCursorId}
      onOpen={({ id }) => goTo(paths.queryDashboard(id))}
    >
      <PopupBoundary isOpen={isImporting} onFailed={closeImport}>
        {isImporting && (
          <ImportTextDialog
            title="Import dashboard"
            message={`A dashboard that was exported as JSON becomes one of ${site.name}.`}
            label="Dashboard as JSON"
            accept=".json,application/json"
            found={refused}
            isBusy={isRunning}
            onImport={(text) => {
              setRefused([]);
              const read = readDashboardFile(text);
              if ('problems' in read) return read.problems;
              importOne(read.content);
              return [];
            }}
            onClose={closeImport}
          />
        )}
      </PopupBoundary>
    </ListPage>
  );
}
