import { RAISED_TEXT } from '../../../machines/raise-pr/index.ts';
import type { Pipeline } from '../../contract/entities/pipeline.ts';
import { callApi } from '../api/call-api.ts';
import { reportApiError } from '../api/report-error.ts';
import { notify } from './toasts.ts';

/** Pipelines whose request the service has not answered yet. */
const underWay = new Set<string>();

type Deleted = Pick<Pipeline, 'id' | 'name' | 'siteId' | 'latestGraphVersion'>;

const toRequested = ({ id, name, latestGraphVersion: version }: Deleted) => ({
  pipeline: { id, name, isDeleted: true },
  graph: { version, edges: {} },
});

async function raise(pipelines: readonly Deleted[]): Promise<void> {
  const [first] = pipelines;
  if (!first) return;
  const changeSet = { siteId: first.siteId };
  try {
    await callApi('createChangeset', {
      body: { changeSet, pipelines: pipelines.map(toRequested), nodes: [] },
    });
    notify({ message: RAISED_TEXT, status: 'success' });
  } catch (error) {
    reportApiError(error, { id: 'createChangeset' });
  }
}

/** Raises one pull request that deletes the pipelines of one site. Ignored while one of them is asked for. */
export function requestDeletion(pipelines: readonly Deleted[]): void {
  const ids = pipelines.map(({ id }) => id);
  if (ids.some((id) => underWay.has(id))) return;
  for (const id of ids) underWay.add(id);
  void raise(pipelines).finally(() => {
    for (const id of ids) underWay.delete(id);
  });
}

/** As `requestDeletion`, of one that may not be on the screen. */
export async function requestDeletionOf(pipelineId: string): Promise<void> {
  try {
    requestDeletion([(await callApi('getPipeline', { path: { pipelineId } })).data.pipeline]);
  } catch (error) {
    reportApiError(error, { id: 'getPipeline' });
  }
}
