import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { type AcknowledgeChoice, acknowledgeMachine } from '../../../../machines/acknowledge/index.ts';
import { callApi } from '../../api/call-api.ts';
import { reportApiError } from '../../api/report-error.ts';
import { notify } from '../../state/toasts.ts';

/** The whole site without `pipelineId`. */
export type ErrorPlace = { siteId: string; pipelineId: string | undefined };

const narrowed = ({ pipelineId }: ErrorPlace) =>
  pipelineId === undefined ? {} : { pipelineIds: [pipelineId] };

/** Single errors and components use one call, pipelines and the site another. */
export async function acknowledgeErrors(place: ErrorPlace, choice: AcknowledgeChoice): Promise<void> {
  const { siteId } = place;
  const wanted = { siteId, ...narrowed(place) };
  if (choice.kind === 'errors') {
    const body = { ...wanted, errorIds: [...choice.ids] };
    await callApi('acknowledgeComponentErrors', { body });
  } else if (choice.kind === 'component') {
    const body = { ...wanted, componentIds: [choice.componentId] };
    await callApi('acknowledgeComponentErrors', { body });
  } else {
    const isWhole = choice.kind === 'site' || place.pipelineId === undefined;
    const body = isWhole ? { siteId, acknowledgeAll: true } : wanted;
    await callApi('acknowledgePipelineErrors', { body });
  }
}

export async function unacknowledgeErrors(place: ErrorPlace, choice: AcknowledgeChoice): Promise<void> {
  if (choice.kind !== 'errors') return;
  const { siteId } = place;
  await callApi('unacknowledgeErrors', { body: { siteId, ...narrowed(place), errorIds: [...choice.ids] } });
}

const DONE: Record<AcknowledgeChoice['kind'], string> = {
  errors: 'Error acknowledged',
  component: 'Errors of the component acknowledged',
  pipeline: 'Errors of the pipeline acknowledged',
  site: 'Errors of the site acknowledged',
};

const doneText = (choice: AcknowledgeChoice): string =>
  choice.kind === 'errors' && choice.ids.length > 1
    ? `${choice.ids.length} errors acknowledged`
    : DONE[choice.kind];

const reopenedText = (choice: AcknowledgeChoice): string =>
  choice.kind === 'errors' && choice.ids.length > 1
    ? `${choice.ids.length} errors are open again`
    : 'Error is open again';

const makeActor = (place: ErrorPlace) =>
  createActor(
    acknowledgeMachine.provide({
      actors: {
        acknowledge: fromPromise<void, AcknowledgeChoice>(({ input }) => acknowledgeErrors(place, input)),
        unacknowledge: fromPromise<void, AcknowledgeChoice>(({ input }) => unacknowledgeErrors(place, input)),
      },
      actions: {
        succeed: (_, { choice }) => choice && notify({ message: doneText(choice), status: 'success' }),
        succeedReopening: (_, { choice }) =>
          choice && notify({ message: reopenedText(choice), status: 'success' }),
        fail: (_, { error }) => void reportApiError(error, { id: 'acknowledgePipelineErrors' }),
      },
    }),
  ).start();

export type AcknowledgeActor = ActorRefFrom<typeof acknowledgeMachine>;
const actors = new Map<string, ReturnType<typeof makeActor>>();

/** Outlives the screen, so that results are always reported. */
export function acknowledgeActorOf(place: ErrorPlace): AcknowledgeActor {
  const key = `${place.siteId}/${place.pipelineId ?? ''}`;
  const actor = actors.get(key) ?? makeActor(place);
  actors.set(key, actor);
  return actor;
}
