import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { type AcknowledgeChoice, acknowledgeMachine } from '../../../../machines/acknowledge/index.ts';
import type { CallId } from '../../../contract/calls/index.ts';
import { reportApiError } from '../../api/report-error.ts';
import { notify } from '../../state/toasts.ts';

export type AcknowledgeActor = ActorRefFrom<typeof acknowledgeMachine>;

type Acknowledgement<Place> = {
  call: CallId;
  acknowledge: (place: Place, choice: AcknowledgeChoice) => Promise<void>;
  doneText: (choice: AcknowledgeChoice) => string;
  /** Omitted if nothing can be reopened. */
  reopen?: (place: Place, choice: AcknowledgeChoice) => Promise<void>;
  reopenedText?: (choice: AcknowledgeChoice) => string;
};

/** One actor per place. It outlives the screen, so that results are always reported. */
export function acknowledgeActors<Place>(
  keyOf: (place: Place) => string,
  { call, acknowledge, doneText, reopen, reopenedText }: Acknowledgement<Place>,
): (place: Place) => AcknowledgeActor {
  const tell = (choice: AcknowledgeChoice | undefined, textOf = doneText) =>
    choice && notify({ message: textOf(choice), status: 'success' });
  const start = (place: Place): AcknowledgeActor =>
    createActor(
      acknowledgeMachine.provide({
        actors: {
          acknowledge: fromPromise<void, AcknowledgeChoice>(({ input }) => acknowledge(place, input)),
          ...(reopen && {
            unacknowledge: fromPromise<void, AcknowledgeChoice>(({ input }) => reopen(place, input)),
          }),
        },
        actions: {
          succeed: (_, { choice }) => tell(choice),
          succeedReopening: (_, { choice }) => tell(choice, reopenedText),
          fail: (_, { error }) => void reportApiError(error, { id: call }),
        },
      }),
    ).start();
  const actors = new Map<string, AcknowledgeActor>();
  return (place) => {
    const key = keyOf(place);
    const actor = actors.get(key) ?? start(place);
    actors.set(key, actor);
    return actor;
  };
}
