import type { PreviewGraph, PreviewSample } from '../../../../../machines/preview/index.ts';
import type { CallBody } from '../../../../contract/calls/index.ts';
import type { PreviewOutcome, SampleTestResult } from '../../../../contract/calls/preview.ts';
import { callApi } from '../../../api/call-api.ts';
import { findStartNode } from './preview-graph.ts';

type Draft = { siteId: string; pipelineId: string | undefined; graph: PreviewGraph };

/** @throws ApiError */
export function runSample(
  { siteId, pipelineId, graph }: Draft,
  sample: PreviewSample,
  signal: AbortSignal,
  nodeIds?: readonly string[],
): Promise<PreviewOutcome> {
  const { nodes, edges, metaInfo, listed } = graph;
  const startNodeId = findStartNode(graph, sample.startComponentId);
  const wanted = nodeIds ?? (listed === undefined ? undefined : [listed]);
  return runDraft(
    {
      siteId,
      ...(pipelineId === undefined ? {} : { pipelineId }),
      graph: { nodes, edges, metaInfo },
      ...(startNodeId === undefined ? {} : { startNodeId }),
      ...(sample.sampleId === undefined
        ? { events: [...sample.events], ...(sample.origins && { origins: [...sample.origins] }) }
        : { sampleId: sample.sampleId }),
      ...(wanted === undefined ? {} : { resultNodeIds: [...wanted] }),
    },
    signal,
  );
}

/** A graph that runs without configuration. */
const NOTHING: CallBody<'previewPipeline'>['graph'] = {
  nodes: { source: { nodeType: 'SOURCE', name: 'source', templateId: 'tcp', config: {} } },
  edges: {},
};

/** Starts the service's preview process ahead of the first run. */
export const warmUpPreview = (siteId: string, signal: AbortSignal): Promise<unknown> =>
  runDraft({ siteId, graph: NOTHING, events: [] }, signal).catch(() => undefined);

/** @throws ApiError */
export const runDraft = async (
  body: CallBody<'previewPipeline'>,
  signal: AbortSignal,
): Promise<PreviewOutcome> => (await callApi('previewPipeline', { body }, { signal })).data;

/** @throws ApiError */
export const runTests = async (body: CallBody<'runSampleTests'>): Promise<readonly SampleTestResult[]> =>
  (await callApi('runSampleTests', { body })).data.results;
