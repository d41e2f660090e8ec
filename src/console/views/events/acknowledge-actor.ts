import { createActor, fromPromise } from 'xstate';
import { type AcknowledgeChoice, acknowledgeMachine } from '../../../../machines/acknowledge/index.ts';
import { notify } from '../../actors/toasts.ts';
import { callApi } from '../../api/call-api.ts';
import { reportApiError } from '../../api/report-error.ts';

/** R7-67 for all of the site, R7-68 for single ones. */
export async function acknowledgeNotifications(siteId: string, choice: AcknowledgeChoice): Promise<void> {
  const siteIds = [siteId];
  const body =
    choice.kind === 'errors' ? { siteIds, notificationIds: [...choice.ids] } : { siteIds, ackAll: true };
  await callApi('acknowledgeNotifications', { body });
}

function doneText(choice: AcknowledgeChoice): string {
  if (choice.kind !== 'errors') return 'All notifications acknowledged';
  return choice.ids.length === 1
    ? 'Notification acknowledged'
    : `${choice.ids.length} notifications acknowledged`;
}

const makeActor = (siteId: string) =>
  createActor(
    acknowledgeMachine.provide({
      actors: {
        acknowledge: fromPromise<void, AcknowledgeChoice>(({ input }) =>
          acknowledgeNotifications(siteId, input),
        ),
      },
      actions: {
        succeed: (_, { choice }) =>
          choice && notify({ message: doneText(choice), status: 'success', shouldTimeout: true }),
        fail: (_, { error }) => void reportApiError(error, { id: 'acknowledgeNotifications' }),
      },
    }),
  ).start();

const actors = new Map<string, ReturnType<typeof makeActor>>();

/** The acknowledging of a site's notifications (E12); it outlives the screen, so that how a call ends is told. */
export function acknowledgeActorOf(siteId: string) {
  const actor = actors.get(siteId) ?? makeActor(siteId);
  actors.set(siteId, actor);
  return actor;
}
