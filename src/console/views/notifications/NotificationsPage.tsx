import { useCallback, useState } from 'react';
import {
  NOTIFICATION_SEVERITIES,
  type NotificationSeverity,
} from '../../../contract/entities/notification.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import type { CommandMenuItem } from '../../components/commands/CommandMenu.tsx';
import { NoMatch } from '../../components/list-filters/NoMatch.tsx';
import { ListPage } from '../../components/list-page/ListPage.tsx';
import { actions } from '../../components/list-page/list-page.css.ts';
import { useListPage } from '../../components/list-page/use-list-page.ts';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import type { Sort } from '../../components/widgets/table/types.ts';
import { formatExact } from '../../lib/format.ts';
import { useSite } from '../../state/sites.ts';
import { columns, isRead, type NotificationRow } from './columns.tsx';
import * as css from './events.css.ts';
import { NotificationDetails } from './NotificationDetails.tsx';
import { SEVERITY_LOOKS } from './notification-look.ts';
import { useNotificationFilters } from './use-notification-filters.ts';
import { useNotificationRows, useNotifications } from './use-notifications.ts';
import './scope.ts';

const getRowId = (row: NotificationRow) => row.id;
const getRowName = (row: NotificationRow) => row.message;
const getRowState = (row: NotificationRow) => ({ pending: row.isBusy, dim: isRead(row) });
const createRowMenu = (row: NotificationRow): readonly CommandMenuItem[] => [
  { id: 'notifications.acknowledge', args: { notification: row.id } },
];
const NEWEST_FIRST: Sort = { column: 'last', direction: 'descending' };

type Counts = Record<NotificationSeverity, string>;

function SeverityCounts({ unread, read }: { unread: Counts; read: Counts }) {
  return (
    <ul className={css.counts} aria-label="Unread and read">
      {NOTIFICATION_SEVERITIES.map((severity) => {
        const { label, shape, tone } = SEVERITY_LOOKS[severity];
        return (
          <li key={severity} className={css.count}>
            <StatusShape shape={shape} tone={fromCount(unread[severity]) > 0 ? tone : 'text3'} />
            {label}: {formatExact(fromCount(unread[severity]))} unread,{' '}
            {formatExact(fromCount(read[severity]))} read
          </li>
        );
      })}
    </ul>
  );
}

export default function NotificationsPage() {
  const site = useSite();
  const { notifications, total, counts, isLoading, error, retry } = useNotifications(site.id);
  const { snapshot, rows, expandedIds, setExpanded, acknowledge } = useNotificationRows(
    site.id,
    notifications,
  );
  const { bar, filters, passes } = useNotificationFilters(site.id, notifications);
  const [cursorId, setCursorId] = useState<string>();
  const [sort, setSort] = useState<Sort | undefined>(NEWEST_FIRST);

  const list = useListPage({
    name: 'notifications',
    rows,
    passes,
    textOf: getRowName,
    rowId: getRowId,
    rowLabel: getRowName,
    menuOf: createRowMenu,
  });
  const { shown, chosenIds } = list;
  const unread = counts
    ? NOTIFICATION_SEVERITIES.reduce((sum, severity) => sum + fromCount(counts.unread[severity]), 0)
    : 0;
  usePublishScope('notifications', { snapshot, notifications: shown, chosenIds, unread, acknowledge });
  const details = useCallback((row: NotificationRow) => <NotificationDetails row={row} />, []);

  return (
    <ListPage
      list={list}
      title="Notifications"
      things="notifications"
      facts={counts && <SeverityCounts unread={counts.unread} read={counts.read} />}
      actions={
        <span className={actions}>
          <CommandButton id="notifications.acknowledgeAll" />
        </span>
      }
      searchLabel="Search notifications"
      filters={{ bar, facts: filters, total: isLoading ? undefined : total }}
      columns={columns}
      isLoading={isLoading}
      error={error}
      onRetry={retry}
      empty={
        rows.length === 0 ? (
          <EmptyState title="No notifications" icon="bell">
            Nothing happened in this time range (no deployment, no new error, nothing went silent or stopped),
            and nothing from before it is active or unread.
          </EmptyState>
        ) : (
          <NoMatch what="notification" />
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
