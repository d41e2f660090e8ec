import type { Draft } from '../../../../machines/pipeline-editor/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { callApi } from '../../api/call-api.ts';
import { draftFromGraph, draftWithoutGraph } from './draft-from-graph.ts';

type VersionOf = Pick<Pipeline, 'id' | 'name' | 'description' | 'deployedGraphVersion'>;

/** One graph version as a draft; version 0 is a pipeline without a graph. */
export async function loadVersion(
  pipeline: VersionOf,
  version: number,
  signal?: AbortSignal,
): Promise<Draft> {
  if (version === 0) return draftWithoutGraph(pipeline);
  const path = { pipelineId: pipeline.id };
  const [graph, list] = await Promise.all([
    callApi('getGraph', { path: { ...path, graphVersion: version }, query: {} }, { signal }),
    callApi('listVersions', { path }, { signal }),
  ]);
  return draftFromGraph(
    pipeline,
    graph.data.graph,
    list.data.versions.find((one) => one.version === version),
  );
}

/** A saved version as a query: it never changes, so it is read once. */
export const savedVersion = (siteId: string, pipeline: VersionOf, version: number) => ({
  queryKey: ['getGraph', siteId, 'saved', pipeline.id, version],
  queryFn: ({ signal }: { signal: AbortSignal }) => loadVersion(pipeline, version, signal),
  staleTime: Number.POSITIVE_INFINITY,
});
