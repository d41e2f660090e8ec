import { useMemo } from 'react';
import { type AcknowledgeChoice, getEntryState } from '../../../../machines/acknowledge/index.ts';
import { ACKNOWLEDGED, type Notification } from '../../../contract/entities/notification.ts';
import { NOTIFICATION_LIST_MAX, POLL_NOTIFICATIONS_MS } from '../../../contract/limits.ts';
import { callApi } from '../../api/call-api.ts';
import { useCall } from '../../api/use-call.ts';
import { acknowledgeActors } from '../../components/acknowledge/acknowledge-actors.ts';
import { useAcknowledge } from '../../components/acknowledge/use-acknowledge.ts';
import { isHappenedWithin, useOpenSpan } from '../../components/time-filter/use-happened-within.ts';
import type { NotificationRow } from './columns.tsx';

/** One call acknowledges the whole site, or single notifications by id. */
async function acknowledgeNotifications(siteId: string, choice: AcknowledgeChoice): Promise<void> {
  const siteIds = [siteId];
  const body =
    choice.kind === 'errors' ? { siteIds, notificationIds: [...choice.ids] } : { siteIds, ackAll: true };
  await callApi('acknowledgeNotifications', { body });
}

function formatAcknowledgedText(choice: AcknowledgeChoice): string {
  if (choice.kind !== 'errors') return 'All notifications acknowledged';
  return choice.ids.length === 1
    ? 'Notification acknowledged'
    : `${choice.ids.length} notifications acknowledged`;
}

export const acknowledgeActorOf = acknowledgeActors<string>((siteId) => siteId, {
  call: 'acknowledgeNotifications',
  acknowledge: acknowledgeNotifications,
  doneText: formatAcknowledgedText,
});

const NONE: readonly Notification[] = [];
const LIVE = { poll: POLL_NOTIFICATIONS_MS, keepPrevious: true, isSuppressed: true };

/**
 * Newest notifications of the time range, plus all active or unread ones, so that the list matches the bell.
 * Also read and unread counts per severity.
 */
export function useNotifications(siteId: string) {
  const span = useOpenSpan();
  const all = { siteIds: [siteId], orOpen: true };
  const list = useCall(
    'listNotifications',
    { query: { ...all, ...isHappenedWithin(span), 'pagination.limit': NOTIFICATION_LIST_MAX } },
    LIVE,
  );
  const range = {
    'timeRange.startUnixTimeSeconds': span.start,
    'timeRange.endUnixTimeSeconds': span.end,
  };
  const summary = useCall('getNotificationSummary', { query: { ...all, ...range, limit: 0 } }, LIVE);
  return {
    notifications: list.data?.notifications ?? NONE,
    total: list.data?.pagination.totalCount ?? 0,
    counts: summary.data?.summary,
    isLoading: list.isPending,
    error: list.error,
    retry: () => void list.refetch(),
  };
}

const toAcknowledgeMark = ({ id, ackValue }: Notification) => ({
  id,
  componentId: '',
  isAcknowledged: ackValue === ACKNOWLEDGED,
});

/** Notifications with local changes applied: acknowledged, in progress, expanded. */
export function useNotificationRows(siteId: string, notifications: readonly Notification[]) {
  const marks = useMemo(() => notifications.map(toAcknowledgeMark), [notifications]);
  const acknowledgement = useAcknowledge(acknowledgeActorOf(siteId), marks);
  const { snapshot } = acknowledgement;
  const rows = useMemo(
    () =>
      notifications.map((one): NotificationRow => {
        const state = getEntryState(snapshot, one.id);
        const isRead = one.ackValue === ACKNOWLEDGED || state === 'acknowledged';
        return {
          ...one,
          ackValue: isRead ? ACKNOWLEDGED : one.ackValue,
          isBusy: state === 'acknowledging',
        };
      }),
    [notifications, snapshot],
  );
  return { ...acknowledgement, rows };
}
