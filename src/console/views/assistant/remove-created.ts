import type { PlanEntry } from '../../../contract/calls/exchange.ts';
import { parseErrorText } from '../../../contract/errors.ts';
import { getErrorMessage } from '../../../contract/values.ts';
import { callApi } from '../../api/call-api.ts';
import { invalidateResource } from '../../api/invalidation.ts';
import { queryClient } from '../../api/query-client.ts';
import type { CallOptions } from './apply-proposal.ts';

const LOOK_MS = 250;
const MOST_LOOKS = 40;
/** As created; later edits are kept. */
const FIRST_REVISION = 1;

const readPipeline = async (pipelineId: string) =>
  (await callApi('getPipeline', { path: { pipelineId } })).data.pipeline;

/** @throws Error when it runs, or was edited */
async function requireUntouched({ id, name }: PlanEntry): Promise<void> {
  const { deployedGraphVersion, latestGraphVersion, status } = await readPipeline(id);
  if (deployedGraphVersion > 0 || status !== 'DEFAULT')
    throw new Error(`'${name}' was deployed since. Delete it on its screen if it is no longer needed.`);
  if (latestGraphVersion > 1)
    throw new Error(`'${name}' was changed since. Delete it on its screen if it is no longer needed.`);
}

/** Its source and destinations are in use until it is gone. */
async function awaitDeleted(pipelineId: string): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    if ((await readPipeline(pipelineId)).status === 'DELETED') return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function removeConnection({ kind, id }: PlanEntry, options: CallOptions) {
  const own = { ...options, ifMatch: FIRST_REVISION };
  return kind === 'SOURCE'
    ? callApi('deleteSource', { path: { id } }, own)
    : callApi('deleteSink', { path: { id } }, own);
}

/**
 * Undoes a creation: deletes the pipeline, then the source and destinations created for it.
 * @returns what stays and why, or undefined
 * @throws Error when the pipeline was deployed or edited since; ApiError
 */
export async function removeCreated(
  entries: readonly PlanEntry[],
  options: CallOptions,
): Promise<string | undefined> {
  const made = entries.filter(({ action, id }) => action === 'create' && id !== '');
  const pipelines = made.filter(({ kind }) => kind === 'PIPELINE');
  const connections = made.filter(({ kind }) => kind === 'SOURCE' || kind === 'SINK');
  const stays: string[] = [];
  try {
    for (const one of pipelines) await requireUntouched(one);
    for (const { id } of pipelines) {
      const body = { pipelineId: id, action: 'DELETE' as const };
      await callApi('runPipelineAction', { body }, { ...options, idempotencyKey: crypto.randomUUID() });
      if (connections.length > 0) await awaitDeleted(id);
    }
    for (const one of connections)
      await removeConnection(one, options).catch((error: unknown) =>
        stays.push(`'${one.name}' stays: ${parseErrorText(getErrorMessage(error)).title}`),
      );
  } finally {
    await Promise.all(
      (['PIPELINES', 'SOURCES', 'SINKS'] as const).map((one) => invalidateResource(queryClient, one)),
    );
  }
  return stays.length > 0 ? stays.join('. ') : undefined;
}
