import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo } from 'react';
import {
  type AcknowledgeChoice,
  entryState,
  selectExpanded,
} from '../../../../machines/acknowledge/index.ts';
import { ACKNOWLEDGED, type Notification } from '../../../contract/entities/notification.ts';
import { NOTIFICATION_LIST_MAX, POLL_NOTIFICATIONS_MS } from '../../../contract/limits.ts';
import { useCall } from '../../api/use-call.ts';
import { happenedWithin, useOpenSpan } from '../../components/time-filter/use-happened-within.ts';
import { acknowledgeActorOf } from './acknowledge-actor.ts';
import type { NotificationRow } from './columns.tsx';

const NONE: readonly Notification[] = [];
const LIVE = { poll: POLL_NOTIFICATIONS_MS, keepPrevious: true, isSuppressed: true };

/**
 * Newest notifications of the time range, plus all active or unread ones, so that the list holds what the
 * bell counts. Also read and unread counts per severity.
 */
export function useNotifications(siteId: string) {
  const span = useOpenSpan();
  const all = { siteIds: [siteId], orOpen: true };
  const list = useCall(
    'listNotifications',
    { query: { ...all, ...happenedWithin(span), 'pagination.limit': NOTIFICATION_LIST_MAX } },
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

const markOf = ({ id, ackValue }: Notification) => ({
  id,
  componentId: '',
  isAcknowledged: ackValue === ACKNOWLEDGED,
});

export function useAcknowledge(siteId: string, notifications: readonly Notification[]) {
  const actor = acknowledgeActorOf(siteId);
  const snapshot = useSelector(actor, (now) => now);
  useEffect(
    () => actor.send({ type: 'entries.read', entries: notifications.map(markOf) }),
    [actor, notifications],
  );
  const rows = useMemo(
    () =>
      notifications.map((one): NotificationRow => {
        const state = entryState(snapshot, one.id);
        const isRead = one.ackValue === ACKNOWLEDGED || state === 'acknowledged';
        return {
          ...one,
          ackValue: isRead ? ACKNOWLEDGED : one.ackValue,
          isBusy: state === 'acknowledging',
        };
      }),
    [notifications, snapshot],
  );
  const expanded = selectExpanded(snapshot);
  return {
    snapshot,
    rows,
    expandedIds: useMemo(() => new Set(expanded), [expanded]),
    setExpanded: useCallback(
      (id: string, isOpen: boolean) => actor.send({ type: isOpen ? 'row.expand' : 'row.collapse', id }),
      [actor],
    ),
    acknowledge: useCallback(
      (choice: AcknowledgeChoice) => actor.send({ type: 'acknowledge.requested', choice }),
      [actor],
    ),
  };
}
