import type { Pipeline } from '../../contract/entities/pipeline.ts';
import { callApi } from '../api/call-api.ts';
import { reportApiError } from '../api/report-error.ts';
import { notifyRequested, REQUEST_CALLS, type RequestWay, sendRequest } from './request-draft.ts';

const underWay = new Set<string>();

type Deleted = Pick<Pipeline, 'id' | 'name' | 'siteId' | 'latestGraphVersion'>;

/** As in a pull request. */
export const toRequestedDeletion = ({ id, name, latestGraphVersion: version }: Deleted) => ({
  pipeline: { id, name, isDeleted: true },
  graph: { version, edges: {} },
});

async function ask(way: RequestWay, pipelines: readonly Deleted[]): Promise<void> {
  const [first] = pipelines;
  if (!first) return;
  try {
    const parts = { pipelines: pipelines.map(toRequestedDeletion) };
    notifyRequested(way, (await sendRequest(way, first.siteId, parts)).length);
  } catch (error) {
    reportApiError(error, { id: REQUEST_CALLS[way] });
  }
}

/** Requests the deletion of a site's pipelines. Ignored while one of them is pending. */
export function requestDeletion(pipelines: readonly Deleted[], way: RequestWay): void {
  const ids = pipelines.map(({ id }) => id);
  if (ids.some((id) => underWay.has(id))) return;
  for (const id of ids) underWay.add(id);
  void ask(way, pipelines).finally(() => {
    for (const id of ids) underWay.delete(id);
  });
}

/** Like `requestDeletion`, for a pipeline that may not be on screen. */
export async function requestDeletionOf(pipelineId: string, way: RequestWay): Promise<void> {
  try {
    requestDeletion([(await callApi('getPipeline', { path: { pipelineId } })).data.pipeline], way);
  } catch (error) {
    reportApiError(error, { id: 'getPipeline' });
  }
}
