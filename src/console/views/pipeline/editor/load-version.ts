import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { callApi } from '../../../api/call-api.ts';
import { createDraftWithoutGraph, toDraft } from './draft-from-graph.ts';

type VersionOf = Pick<Pipeline, 'id' | 'name' | 'description' | 'deployedGraphVersion'>;

/** Version 0 has no graph. */
export async function loadVersion(
  pipeline: VersionOf,
  version: number,
  signal?: AbortSignal,
): Promise<Draft> {
  if (version === 0) return createDraftWithoutGraph(pipeline);
  const path = { pipelineId: pipeline.id };
  const [graph, list] = await Promise.all([
    callApi('getGraph', { path: { ...path, graphVersion: version }, query: {} }, { signal }),
    callApi('listVersions', { path }, { signal }),
  ]);
  return toDraft(
    pipeline,
    graph.data.graph,
    list.data.versions.find((one) => one.version === version),
  );
}

/** A saved version never changes, so it is cached without limit. */
export const buildSavedVersionQuery = (siteId: string, pipeline: VersionOf, version: number) => ({
  queryKey: ['getGraph', siteId, 'saved', pipeline.id, version],
  queryFn: ({ signal }: { signal: AbortSignal }) => loadVersion(pipeline, version, signal),
  staleTime: Number.POSITIVE_INFINITY,
});
