import { fromPromise } from 'xstate';
import {
  type RestoreInput,
  type RestoreReview,
  type RestoreSave,
  versionRestoreMachine,
} from '../../../../../machines/version-restore/index.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { comparedGraph } from '../../../../graph/compared-graph.ts';
import { callApi } from '../../../api/call-api.ts';
import { notifyRequested, type RequestWay, sendRequest } from '../../../state/request-draft.ts';
import { toDraft } from '../editor/draft-from-graph.ts';
import { toRequestParts } from '../editor/request-body.ts';

const fetchGraph = async (pipelineId: string, graphVersion: number, signal: AbortSignal) =>
  (await callApi('getGraph', { path: { pipelineId, graphVersion }, query: {} }, { signal })).data.graph;

const fetchComparedGraph = async (pipeline: Pipeline, version: number, signal: AbortSignal) =>
  comparedGraph(toDraft(pipeline, await fetchGraph(pipeline.id, version, signal), undefined));

const read = fromPromise<RestoreReview, RestoreInput>(async ({ input, signal }) => {
  const path = { pipelineId: input.pipelineId };
  const { pipeline } = (await callApi('getPipeline', { path }, { signal })).data;
  const latestVersion = pipeline.latestGraphVersion;
  const [latest, wanted] = await Promise.all([
    fetchComparedGraph(pipeline, latestVersion, signal),
    fetchComparedGraph(pipeline, input.version, signal),
  ]);
  return { latestVersion, latest, wanted };
});

/**
 * Restores by storing the graph of the chosen version, with the same transforms, as a new version after the
 * latest reviewed one.
 */
export const restoreLogic = versionRestoreMachine.provide({
  actors: {
    read,
    save: fromPromise<{ version: number }, RestoreSave>(async ({ input, signal }) => {
      const { pipelineId, version, latestVersion, name } = input;
      const { edges, metaInfo } = await fetchGraph(pipelineId, version, signal);
      const body = { pipelineId, edges, metaInfo, versionInfo: { pipelineId, name } };
      const { data } = await callApi(
        'saveGraph',
        { body },
        { signal, ifMatch: latestVersion, idempotencyKey: crypto.randomUUID() },
      );
      return { version: data.graph.version };
    }),
  },
});

/** Requests the chosen version on a site managed by Git; its version is 0. */
export const createRequestLogic = (getWay: () => RequestWay) =>
  versionRestoreMachine.provide({
    actors: {
      read,
      save: fromPromise<{ version: number }, RestoreSave>(async ({ input, signal }) => {
        const { pipelineId, version, latestVersion, name } = input;
        const { pipeline } = (await callApi('getPipeline', { path: { pipelineId } }, { signal })).data;
        const draft = toDraft(pipeline, await fetchGraph(pipelineId, version, signal), undefined);
        const parts = toRequestParts(draft, { pipelineId, version: latestVersion });
        const way = getWay();
        const changes = await sendRequest(way, pipeline.siteId, parts, { comment: name, signal });
        notifyRequested(way, changes.length);
        return { version: 0 };
      }),
    },
  });
