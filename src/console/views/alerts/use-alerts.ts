import { useMemo } from 'react';
import { type AcknowledgeChoice, getEntryState } from '../../../../machines/acknowledge/index.ts';
import type { AlertEvent } from '../../../contract/entities/alert.ts';
import { ALERT_LIST_MAX, POLL_ALERTS_MS } from '../../../contract/limits.ts';
import { callApi } from '../../api/call-api.ts';
import { useCall } from '../../api/use-call.ts';
import { acknowledgeActors } from '../../components/acknowledge/acknowledge-actors.ts';
import { useAcknowledge } from '../../components/acknowledge/use-acknowledge.ts';
import { useOpenSpan } from '../../components/time-filter/use-happened-within.ts';
import type { AlertRow } from './columns.tsx';

/** One call acknowledges the whole site, or single alerts by id. */
async function acknowledgeAlerts(siteId: string, choice: AcknowledgeChoice): Promise<void> {
  const body =
    choice.kind === 'errors' ? { siteId, alertEventIds: [...choice.ids] } : { siteId, acknowledgeAll: true };
  await callApi('acknowledgeAlertEvents', { body });
}

function formatAcknowledgedText(choice: AcknowledgeChoice): string {
  if (choice.kind !== 'errors') return 'All alerts acknowledged';
  return choice.ids.length === 1 ? 'Alert acknowledged' : `${choice.ids.length} alerts acknowledged`;
}

const acknowledgeActorOf = acknowledgeActors<string>((siteId) => siteId, {
  call: 'acknowledgeAlertEvents',
  acknowledge: acknowledgeAlerts,
  doneText: formatAcknowledgedText,
});

const NONE: readonly AlertEvent[] = [];

/**
 * Alerts of the time range, and all that are firing or unacknowledged, so that the list matches the badge.
 */
export function useAlerts(siteId: string) {
  const { start, end } = useOpenSpan();
  const list = useCall(
    'listAlertEvents',
    {
      query: {
        siteIds: [siteId],
        orOpen: true,
        'timeRange.startUnixTimeSeconds': start,
        ...(end === undefined ? {} : { 'timeRange.endUnixTimeSeconds': end }),
        'pagination.limit': ALERT_LIST_MAX,
      },
    },
    { poll: POLL_ALERTS_MS, keepPrevious: true, isSuppressed: true },
  );
  return {
    events: list.data?.events ?? NONE,
    total: list.data?.pagination.totalCount ?? 0,
    isLoading: list.isPending,
    error: list.error,
    retry: () => void list.refetch(),
  };
}

/** An alert that did not fire needs no acknowledgment. */
const isSettled = ({ isAcknowledged, firedAt }: AlertEvent): boolean =>
  isAcknowledged || firedAt.startsWith('0001');

const toAcknowledgeMark = (event: AlertEvent) => ({
  id: event.id,
  componentId: '',
  isAcknowledged: isSettled(event),
});

/** Alerts with local changes applied: acknowledged, in progress, expanded. */
export function useAlertRows(siteId: string, events: readonly AlertEvent[]) {
  const marks = useMemo(() => events.map(toAcknowledgeMark), [events]);
  const acknowledgement = useAcknowledge(acknowledgeActorOf(siteId), marks);
  const { snapshot } = acknowledgement;
  const rows = useMemo(
    () =>
      events.map((event): AlertRow => {
        const state = getEntryState(snapshot, event.id);
        const isDone = isSettled(event) || state === 'acknowledged';
        return { ...event, isSettled: isDone, isBusy: state === 'acknowledging' };
      }),
    [events, snapshot],
  );
  return { ...acknowledgement, rows };
}
