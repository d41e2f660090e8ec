import type { Draft } from '../../../../../machines/pipeline-editor/index.ts';
import type { PreviewSample } from '../../../../../machines/preview/index.ts';
import type { SampleSummary } from '../../../../contract/entities/sample.ts';
import { runDraft, runSample } from './preview-calls.ts';
import { previewGraph, startNodeOf } from './preview-graph.ts';

type Of = { siteId: string; pipelineId: string | undefined };
type Asked = { signal: AbortSignal };

/** A run gives the same for the same events and graph; why one cannot be made does not go away by itself. */
const KEPT = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

/** A stored sample through a graph, as a query that is made once for both. */
export const storedSampleRun = ({ siteId, pipelineId }: Of, draft: Draft, sample: SampleSummary) => ({
  ...KEPT,
  queryKey: ['previewPipeline', siteId, pipelineId, sample.id, sample.revision, draft],
  queryFn: ({ signal }: Asked) => {
    const { components: _components, ...graph } = previewGraph(draft);
    const startNodeId = startNodeOf(previewGraph(draft), sample.startComponentId);
    return runDraft(
      {
        siteId,
        ...(pipelineId === undefined ? {} : { pipelineId }),
        graph,
        sampleId: sample.id,
        ...(startNodeId === undefined ? {} : { startNodeId }),
      },
      signal,
    );
  },
});

/** The events of a preview through a graph; figures alone, without results of its nodes. */
export const previewedRun = ({ siteId, pipelineId }: Of, draft: Draft, sample: PreviewSample) => ({
  ...KEPT,
  queryKey: ['previewPipeline', siteId, pipelineId, sample, draft],
  queryFn: ({ signal }: Asked) =>
    runSample({ siteId, pipelineId, graph: previewGraph(draft) }, sample, signal, []),
});
