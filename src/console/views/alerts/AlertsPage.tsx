import { useCallback, useMemo, useState } from 'react';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import type { CommandMenuItem } from '../../components/commands/CommandMenu.tsx';
import { NoMatch } from '../../components/list-filters/NoMatch.tsx';
import { ListPage } from '../../components/list-page/ListPage.tsx';
import { actions } from '../../components/list-page/list-page.css.ts';
import { useListPage } from '../../components/list-page/use-list-page.ts';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import type { Sort } from '../../components/widgets/table/types.ts';
import { useSite } from '../../state/sites.ts';
import { AlertDetails } from './AlertDetails.tsx';
import { AlertTabs } from './AlertTabs.tsx';
import { describeEvent } from './alert-look.ts';
import { type AlertRow, columns } from './columns.tsx';
import { useAlertFilters } from './use-alert-filters.ts';
import { useAlertRows, useAlerts } from './use-alerts.ts';
import './scope.ts';

const getRowId = (row: AlertRow) => row.id;
const getRowName = (row: AlertRow) => `${row.name}: ${describeEvent(row)}`;
const getRowState = (row: AlertRow) => ({ pending: row.isBusy, dim: row.isSettled || row.silence !== null });
const createRowMenu = (row: AlertRow): readonly CommandMenuItem[] => [
  { id: 'alerts.acknowledge', args: { alert: row.id } },
  { id: 'alerts.explain', args: { alert: row.id } },
  { id: 'alerts.silence', args: { alert: row.id } },
  { id: 'alertRule.open', args: { id: row.ruleId } },
];
const NEWEST_FIRST: Sort = { column: 'last', direction: 'descending' };

export default function AlertsPage() {
  const site = useSite();
  const { events, total, isLoading, error, retry } = useAlerts(site.id);
  const { snapshot, rows, expandedIds, setExpanded, acknowledge } = useAlertRows(site.id, events);
  const { bar, filters, passes } = useAlertFilters(site.id, rows);
  const [cursorId, setCursorId] = useState<string>();
  const [sort, setSort] = useState<Sort | undefined>(NEWEST_FIRST);
  const list = useListPage({
    name: 'alerts',
    rows,
    passes,
    textOf: getRowName,
    rowId: getRowId,
    rowLabel: getRowName,
    menuOf: createRowMenu,
  });
  const { shown, chosenIds } = list;
  const unacknowledged = useMemo(() => rows.filter((row) => !row.isSettled).length, [rows]);
  usePublishScope('alerts', { snapshot, events: shown, chosenIds, unacknowledged, acknowledge });
  const details = useCallback((row: AlertRow) => <AlertDetails row={row} />, []);
  return (
    <ListPage
      list={list}
      title="Alerts"
      things="alerts"
      tabs={{ bar: <AlertTabs selected="events" />, selected: 'events' }}
      actions={
        <span className={actions}>
          <CommandButton id="alerts.acknowledgeAll" />
        </span>
      }
      searchLabel="Search alerts"
      filters={{ bar, facts: filters, total: isLoading ? undefined : total }}
      columns={columns}
      isLoading={isLoading}
      error={error}
      onRetry={retry}
      empty={
        rows.length === 0 ? (
          <EmptyState
            title="No alert"
            icon="bellRing"
            action={<CommandButton id="go.alertRules" label="See the rules" />}
          >
            No rule fired in this time range, and nothing from before it fires or waits to be acknowledged.
          </EmptyState>
        ) : (
          <NoMatch what="alert" />
        )
      }
      sort={sort}
      onSortChange={setSort}
      cursorId={cursorId}
      onCursorChange={setCursorId}
      renderExpanded={details}
      expandedIds={expandedIds}
      onExpandedChange={setExpanded}
      rowState={getRowState}
    />
  );
}
