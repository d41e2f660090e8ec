import { ASSISTANT_HEADER, type Proposal, type ProposedCall } from '../../../contract/assistant.ts';
import type { PlanEntry } from '../../../contract/calls/exchange.ts';
import { callApi } from '../../api/call-api.ts';
import { invalidateResource } from '../../api/invalidation.ts';
import { queryClient } from '../../api/query-client.ts';

export type Applied = { etag: string | undefined; entries: readonly PlanEntry[] };

const parseTag = (etag: string): number | '*' => {
  const tag = Number(etag.replaceAll('"', ''));
  return etag !== '' && Number.isFinite(tag) ? tag : '*';
};

/** Makes the call that a person agreed to, as that person. @throws ApiError */
export async function applyCall(call: ProposedCall, sentence: string): Promise<Applied> {
  const headers = { [ASSISTANT_HEADER]: encodeURIComponent(sentence) };
  const options = { headers, idempotencyKey: crypto.randomUUID() };
  if (call.id === 'runPipelineAction') {
    await callApi('runPipelineAction', { body: call.body }, options);
    await invalidateResource(queryClient, 'PIPELINES');
    return { etag: undefined, entries: [] };
  }
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
  return { etag, entries: data.entries };
}

/** The call that takes a proposal back, once it was applied. */
export function getUndoCall({ undo }: Proposal, applied: Applied | undefined): ProposedCall | undefined {
  if (!undo) return undefined;
  const { call } = undo;
  if (call.id === 'runPipelineAction' || call.ifMatch !== '') return call;
  return { ...call, ifMatch: applied?.etag ?? '' };
}
