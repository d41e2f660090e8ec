import {
  ACKNOWLEDGED,
  type Notification,
  type NotificationCategory,
  type NotificationSeverity,
  type NotificationState,
  type NotificationSubCategory,
  UNACKNOWLEDGED,
} from '../../contract/entities/notification.ts';
import type { ToastStatus } from '../../contract/enums.ts';
import { toCount } from '../../contract/parameters.ts';
import { formatTime } from '../clock.ts';
import type { Handlers } from '../http/call-context.ts';
import { invalid } from '../http/input.ts';
import { notFound, requireSite } from '../require.ts';
import type { NotificationFilter, ReadNotification } from '../store/notifications.ts';
import { toPage } from '../store/query.ts';

const STATUS: Record<NotificationSeverity, ToastStatus> = {
  error: 'error',
  warning: 'warning',
  informational: 'info',
};

/** A resolved problem shows as success. */
const toToastStatus = (row: ReadNotification): ToastStatus =>
  row.state === 'RESOLVED' && row.severity !== 'informational'
    ? 'success'
    : STATUS[row.severity as NotificationSeverity];

const toNotification = (row: ReadNotification): Notification => ({
  id: row.id,
  siteId: row.site_id,
  category: row.category as NotificationCategory,
  subCategory: row.sub_category as NotificationSubCategory,
  state: row.state as NotificationState,
  ackValue: row.is_read ? ACKNOWLEDGED : UNACKNOWLEDGED,
  severity: row.severity as NotificationSeverity,
  status: toToastStatus(row),
  message: row.message,
  reason: row.reason,
  pipelineId: row.pipeline_id,
  nodeId: row.node_id,
  graphVersion: row.graph_version,
  count: row.count,
  createdAt: formatTime(row.created_at),
  lastAt: formatTime(row.last_at),
  resolvedAt: formatTime(row.resolved_at),
});

const toMilliseconds = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000);

function parseRead(values: readonly string[] | undefined): boolean | undefined {
  const isBoth = values?.includes('ACKNOWLEDGEMENT_ALL') || new Set(values).size !== 1;
  return isBoth ? undefined : values?.[0] === ACKNOWLEDGED;
}

const toCounts = (counts: Record<NotificationSeverity, number>) => ({
  error: toCount(counts.error),
  warning: toCount(counts.warning),
  informational: toCount(counts.informational),
});

type NotificationCalls =
  | 'listNotifications'
  | 'getNotificationSummary'
  | 'acknowledgeNotifications'
  | 'getNotificationErrorSummary';

export const notificationHandlers = {
  listNotifications: async ({ query, tx, principal }) => {
    const { siteIds, categories, subCategories, states, severities, orOpen } = query;
    const within = { from: query.fromTimestamp, to: query.toTimestamp, orOpen };
    const isRead = parseRead(query.ackValues);
    const filter = { siteIds, categories, subCategories, states, severities, isRead, ...within };
    const { rows, totalCount } = await tx.notifications.list(filter, principal.user.id, toPage(query));
    return { notifications: rows.map(toNotification), pagination: { totalCount } };
  },

  getNotificationSummary: async ({ query, tx, principal }) => {
    const filter: NotificationFilter = {
      siteIds: query.siteIds,
      from: toMilliseconds(query['timeRange.startUnixTimeSeconds']),
      to: toMilliseconds(query['timeRange.endUnixTimeSeconds']),
      orOpen: query.orOpen,
    };
    const userId = principal.user.id;
    const page = { ...toPage(query), limit: query.limit };
    const [read, unread, newest] = [
      await tx.notifications.countsOf({ ...filter, isRead: true }, userId),
      await tx.notifications.countsOf({ ...filter, isRead: false }, userId),
      query.limit > 0 ? await tx.notifications.list(filter, userId, page) : { rows: [] },
    ];
    const notifications = newest.rows.map(toNotification);
    return { summary: { read: toCounts(read), unread: toCounts(unread), notifications } };
  },

  acknowledgeNotifications: async ({ body, tx, principal, now, services, afterCommit }) => {
    const { siteIds, ackAll, notificationIds } = body;
    if (!ackAll && !notificationIds) {
      const message = 'is needed, unless ackAll is true';
      throw invalid([{ field: 'notificationIds', rule: 'required', message }]);
    }
    for (const siteId of siteIds) await requireSite(tx, siteId);
    const userId = principal.user.id;
    const asked = notificationIds ? { siteIds, ids: notificationIds } : { siteIds };
    const known = await tx.notifications.idsOf(asked, userId);
    const unknown = notificationIds?.find((id) => !known.includes(id));
    if (unknown !== undefined) throw notFound('notification', unknown);
    const unread = await tx.notifications.idsOf({ ...asked, isRead: false }, userId);
    await tx.notifications.markRead(unread, userId, now);
    if (unread.length > 0)
      afterCommit(() => {
        for (const siteId of siteIds) services.hub.publish({ type: 'notification.changed', siteId });
      });
    return {};
  },

  getNotificationErrorSummary: async ({ query, tx, principal }) => {
    const filter = { siteIds: query.siteIds, isRead: false };
    const { error } = await tx.notifications.countsOf(filter, principal.user.id);
    return { errorSummary: { unreadCount: toCount(error) } };
  },
} satisfies Pick<Handlers, NotificationCalls>;
