import {
  type Applied,
  ASSISTANT_HEADER,
  type Proposal,
  type ProposedCall,
} from '../../../contract/assistant.ts';
import { parseErrorText } from '../../../contract/errors.ts';
import { getErrorMessage } from '../../../contract/values.ts';
import { callApi } from '../../api/call-api.ts';
import { invalidateResource } from '../../api/invalidation.ts';
import { queryClient } from '../../api/query-client.ts';
import { toRequestedDeletion } from '../../state/request-deletion.ts';
import {
  collected,
  notifyRequested,
  type RequestParts,
  refreshDraft,
  sendRequest,
} from '../../state/request-draft.ts';
import { fillForm } from './fill-form.ts';

/** Data for its undo; a form's previous settings stay in the tab, since they may contain secrets. */
export type Done = Applied & { form?: ProposedCall };

const parseTag = (etag: string): number | '*' => {
  const tag = Number(etag.replaceAll('"', ''));
  return etag !== '' && Number.isFinite(tag) ? tag : '*';
};

/** Sent with each call, for the audit. */
export const toOptions = (sentence: string) => ({
  headers: { [ASSISTANT_HEADER]: encodeURIComponent(sentence) },
});

export type CallOptions = ReturnType<typeof toOptions>;

async function toRequestParts(call: ProposedCall): Promise<RequestParts> {
  const none = { pipelines: [], connections: [], nodes: [] };
  if (call.id === 'fillForm') return none;
  if (call.id === 'runPipelineAction' || call.id === 'runPipelineActions') {
    const bodies = call.id === 'runPipelineAction' ? [call.body] : call.bodies;
    const pipelines = await Promise.all(
      bodies.map(
        async ({ pipelineId }) => (await callApi('getPipeline', { path: { pipelineId } })).data.pipeline,
      ),
    );
    return { ...none, pipelines: pipelines.map(toRequestedDeletion) };
  }
  const tag = parseTag(call.ifMatch);
  return {
    ...none,
    definition: {
      text: call.definition,
      ...(call.id === 'putPipelineDefinition' ? { pipelineId: call.pipelineId } : {}),
      ...(tag === '*' ? {} : { tag }),
    },
  };
}

/** Adds an approved change to the user's draft pull request. @throws ApiError */
async function collectCall(call: ProposedCall, siteId: string, sentence: string): Promise<Done> {
  const before = new Set(collected.get().map(({ id }) => id));
  const changes = await sendRequest('collect', siteId, await toRequestParts(call), toOptions(sentence));
  notifyRequested('collect', changes.length);
  const added = changes.flatMap(({ id }) => (before.has(id) ? [] : id));
  return { entries: [], collected: added };
}

/** Carries out an approved proposal as that user. @throws ApiError */
export const applyProposed = ({ call, draftOf }: Proposal, sentence: string): Promise<Done> =>
  draftOf === undefined ? applyCall(call, sentence) : collectCall(call, draftOf, sentence);

/** Removes its changes from the draft. @throws ApiError */
export async function dropCollected(siteId: string, ids: readonly string[]): Promise<void> {
  await callApi('deleteChangesetDraft', { query: { siteId, ids: [...ids] } });
  await refreshDraft();
}

type Bodies = Extract<ProposedCall, { id: 'runPipelineActions' }>['bodies'];

/** Sequential; the first refusal stops, and reports the progress. @throws Error */
async function runActions(bodies: Bodies, options: CallOptions): Promise<Done> {
  let done = 0;
  try {
    for (const body of bodies) {
      await callApi('runPipelineAction', { body }, { ...options, idempotencyKey: crypto.randomUUID() });
      done += 1;
    }
  } catch (error) {
    if (done === 0) throw error;
    const reason = parseErrorText(getErrorMessage(error)).title;
    throw new Error(`Done for ${done} of ${bodies.length} pipelines, then refused: ${reason}`);
  } finally {
    await invalidateResource(queryClient, 'PIPELINES');
  }
  return { entries: [] };
}

/** Makes an approved call as that user. @throws ApiError */
export async function applyCall(call: ProposedCall, sentence: string): Promise<Done> {
  const options = { ...toOptions(sentence), idempotencyKey: crypto.randomUUID() };
  if (call.id === 'runPipelineAction') {
    await callApi('runPipelineAction', { body: call.body }, options);
    await invalidateResource(queryClient, 'PIPELINES');
    return { entries: [] };
  }
  if (call.id === 'runPipelineActions') return runActions(call.bodies, toOptions(sentence));
  if (call.id === 'fillForm') return { entries: [], form: await fillForm(call) };
  const { definition } = call;
  const ifMatch = parseTag(call.ifMatch);
  const { data, etag } =
    call.id === 'importPipelines'
      ? await callApi(
          'importPipelines',
          { query: { siteId: call.siteId }, body: { definition } },
          { ...options, ifMatch },
        )
      : await callApi(
          'putPipelineDefinition',
          { path: { pipelineId: call.pipelineId }, query: {}, body: { definition } },
          { ...options, ifMatch },
        );
  await Promise.all(
    (['PIPELINES', 'SOURCES', 'SINKS'] as const).map((resource) => invalidateResource(queryClient, resource)),
  );
  return { ...(etag ? { etag } : {}), entries: data.entries };
}

/** The call that undoes an applied proposal. */
export function getUndoCall({ undo }: Proposal, applied: Applied | undefined): ProposedCall | undefined {
  if (!undo) return undefined;
  const { call } = undo;
  if (call.id !== 'importPipelines' && call.id !== 'putPipelineDefinition') return call;
  if (call.ifMatch !== '') return call;
  return { ...call, ifMatch: applied?.etag ?? '' };
}
