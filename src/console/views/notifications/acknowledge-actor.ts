import type { AcknowledgeChoice } from '../../../../machines/acknowledge/index.ts';
import { callApi } from '../../api/call-api.ts';
import { acknowledgeActors } from '../../components/acknowledge/acknowledge-actors.ts';

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
