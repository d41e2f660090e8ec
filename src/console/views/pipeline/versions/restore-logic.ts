import { fromPromise } from 'xstate';
import { comparedGraph } from '../../../../../machines/version-compare/index.ts';
import {
  type RestoreInput,
  type RestoreReview,
  type RestoreSave,
  versionRestoreMachine,
} from '../../../../../machines/version-restore/index.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { callApi } from '../../../api/call-api.ts';
import { draftFromGraph } from '../draft-from-graph.ts';

const graphOf = async (pipelineId: string, graphVersion: number, signal: AbortSignal) =>
  (await callApi('getGraph', { path: { pipelineId, graphVersion }, query: {} }, { signal })).data.graph;

const compared = async (pipeline: Pipeline, version: number, signal: AbortSignal) =>
  comparedGraph(draftFromGraph(pipeline, await graphOf(pipeline.id, version, signal), undefined));

/**
 * The restore over the table of calls. Saved versions never change: the graph of the wanted one is stored once
 * more, with the very transforms it had, after the latest that was reviewed.
 */
export const restoreLogic = versionRestoreMachine.provide({
  actors: {
    read: fromPromise<RestoreReview, RestoreInput>(async ({ input, signal }) => {
      const path = { pipelineId: input.pipelineId };
      const { pipeline } = (await callApi('getPipeline', { path }, { signal })).data;
      const latestVersion = pipeline.latestGraphVersion;
      const [latest, wanted] = await Promise.all([
        compared(pipeline, latestVersion, signal),
        compared(pipeline, input.version, signal),
      ]);
      return { latestVersion, latest, wanted };
    }),
    save: fromPromise<{ version: number }, RestoreSave>(async ({ input, signal }) => {
      const { pipelineId, version, latestVersion, name } = input;
      const { edges, metaInfo } = await graphOf(pipelineId, version, signal);
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
