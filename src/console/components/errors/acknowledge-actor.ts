import type { AcknowledgeChoice } from '../../../../machines/acknowledge/index.ts';
import { callApi } from '../../api/call-api.ts';
import { acknowledgeActors } from '../acknowledge/acknowledge-actors.ts';

/** Without `pipelineId`: the whole site. */
export type ErrorPlace = { siteId: string; pipelineId: string | undefined };

const toPipelineFilter = ({ pipelineId }: ErrorPlace) =>
  pipelineId === undefined ? {} : { pipelineIds: [pipelineId] };

/** Single errors and components use one call, pipelines and the site another. */
export async function acknowledgeErrors(place: ErrorPlace, choice: AcknowledgeChoice): Promise<void> {
  const { siteId } = place;
  const wanted = { siteId, ...toPipelineFilter(place) };
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
  await callApi('unacknowledgeErrors', {
    body: { siteId, ...toPipelineFilter(place), errorIds: [...choice.ids] },
  });
}

const DONE: Record<AcknowledgeChoice['kind'], string> = {
  errors: 'Error acknowledged',
  component: 'Errors of the component acknowledged',
  pipeline: 'Errors of the pipeline acknowledged',
  site: 'Errors of the site acknowledged',
};

const formatAcknowledgedText = (choice: AcknowledgeChoice): string =>
  choice.kind === 'errors' && choice.ids.length > 1
    ? `${choice.ids.length} errors acknowledged`
    : DONE[choice.kind];

const formatReopenedText = (choice: AcknowledgeChoice): string =>
  choice.kind === 'errors' && choice.ids.length > 1
    ? `${choice.ids.length} errors are open again`
    : 'Error is open again';

export const acknowledgeActorOf = acknowledgeActors<ErrorPlace>(
  ({ siteId, pipelineId }) => `${siteId}/${pipelineId ?? ''}`,
  {
    call: 'acknowledgePipelineErrors',
    acknowledge: acknowledgeErrors,
    doneText: formatAcknowledgedText,
    reopen: unacknowledgeErrors,
    reopenedText: formatReopenedText,
  },
);
