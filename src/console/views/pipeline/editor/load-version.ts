import { fromPromise } from 'xstate';
import type { TheirVersion } from '../../../../../machines/pipeline-editor/index.ts';
import type { Pipeline, Version } from '../../../../contract/entities/pipeline.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { callApi } from '../../../api/call-api.ts';
import { createDraftWithoutGraph, toDraft } from './draft-from-graph.ts';

type VersionOf = Pick<Pipeline, 'id' | 'name' | 'description' | 'deployedGraphVersion'>;

const askVersions = async (pipelineId: string, signal?: AbortSignal): Promise<Version[]> =>
  (await callApi('listVersions', { path: { pipelineId } }, { signal })).data.versions;

/**
 * Version 0 has no graph.
 * @param listVersions names of versions, shared with concurrent callers
 */
export async function loadVersion(
  pipeline: VersionOf,
  version: number,
  signal?: AbortSignal,
  listVersions = askVersions,
): Promise<Draft> {
  if (version === 0) return createDraftWithoutGraph(pipeline);
  const path = { pipelineId: pipeline.id };
  const [graph, list] = await Promise.all([
    callApi('getGraph', { path: { ...path, graphVersion: version }, query: {} }, { signal }),
    listVersions(pipeline.id, signal),
  ]);
  return toDraft(
    pipeline,
    graph.data.graph,
    list.find((one) => one.version === version),
  );
}

/** The newer version that caused the conflict, or the latest, and who saved it. */
export async function loadTheirs(pipelineId: string, signal: AbortSignal, refused?: number) {
  const path = { pipelineId };
  const { pipeline } = (await callApi('getPipeline', { path }, { signal })).data;
  const version = refused ?? pipeline.latestGraphVersion;
  const [draft, list] = await Promise.all([
    loadVersion(pipeline, version, signal),
    askVersions(pipelineId, signal),
  ]);
  const entry = list.find((one) => one.version === version);
  return { version, draft, entry, revision: pipeline.revision };
}

/** For the editor's merge with its own changes. */
export const readTheirs = fromPromise<TheirVersion | undefined, { pipelineId: string | undefined }>(
  async ({ input: { pipelineId }, signal }) => {
    if (pipelineId === undefined) return undefined;
    const { version, draft, entry, revision } = await loadTheirs(pipelineId, signal);
    return { version, draft, author: entry?.createdBy, revision };
  },
);

/** A saved version never changes, so it is cached without limit. */
export const buildSavedVersionQuery = (siteId: string, pipeline: VersionOf, version: number) => ({
  queryKey: ['getGraph', siteId, 'saved', pipeline.id, version],
  queryFn: ({ signal }: { signal: AbortSignal }) => loadVersion(pipeline, version, signal),
  staleTime: Number.POSITIVE_INFINITY,
});
