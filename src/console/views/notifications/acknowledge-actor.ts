import { createActor, fromPromise } from 'xstate';
import { type AcknowledgeChoice, acknowledgeMachine } from '../../../../machines/acknowledge/index.ts';
import { callApi } from '../../api/call-api.ts';
import { reportApiError } from '../../api/report-error.ts';
import { notify } from '../../state/toasts.ts';

/** One call acknowledges the whole site, or single notifications by id. */
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

/** One actor per site; it outlives the screen, so that the result is always reported. */
export function acknowledgeActorOf(siteId: string) {
  const actor = actors.get(siteId) ?? makeActor(siteId);
  actors.set(siteId, actor);
  return actor;
}
