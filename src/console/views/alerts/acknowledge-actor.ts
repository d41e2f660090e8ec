import type { AcknowledgeChoice } from '../../../../machines/acknowledge/index.ts';
import { callApi } from '../../api/call-api.ts';
import { acknowledgeActors } from '../../components/acknowledge/acknowledge-actors.ts';

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

export const acknowledgeActorOf = acknowledgeActors<string>((siteId) => siteId, {
  call: 'acknowledgeAlertEvents',
  acknowledge: acknowledgeAlerts,
  doneText: formatAcknowledgedText,
});
