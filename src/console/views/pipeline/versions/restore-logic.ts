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
import { toDraft } from '../editor/draft-from-graph.ts';

const fetchGraph = async (pipelineId: string, graphVersion: number, signal: AbortSignal) =>
  (await callApi('getGraph', { path: { pipelineId, graphVersion }, query: {} }, { signal })).data.graph;

const fetchComparedGraph = async (pipeline: Pipeline, version: number, signal: AbortSignal) =>
  comparedGraph(toDraft(pipeline, await fetchGraph(pipeline.id, version, signal), undefined));

/**
 * Restores by storing the graph of the chosen version, with the same transforms, as a new version after the
 * latest reviewed one.
 */
export const restoreLogic = versionRestoreMachine.provide({
  actors: {
    read: fromPromise<RestoreReview, RestoreInput>(async ({ input, signal }) => {
      const path = { pipelineId: input.pipelineId };
      const { pipeline } = (await callApi('getPipeline', { path }, { signal })).data;
      const latestVersion = pipeline.latestGraphVersion;
      const [latest, wanted] = await Promise.all([
        fetchComparedGraph(pipeline, latestVersion, signal),
        fetchComparedGraph(pipeline, input.version, signal),
      ]);
      return { latestVersion, latest, wanted };
    }),
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
