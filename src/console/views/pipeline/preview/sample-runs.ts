import type { PreviewSample } from '../../../../../machines/preview/index.ts';
import type { SampleSummary } from '../../../../contract/entities/sample.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { runDraft, runSample } from './preview-calls.ts';
import { findStartNode, toPreviewGraph } from './preview-graph.ts';

type Of = { siteId: string; pipelineId: string | undefined };
type Asked = { signal: AbortSignal };

/** Runs are deterministic, and errors do not go away on retry. */
const KEPT = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

/** Cached, so that both screens share one run. */
export const buildStoredSampleRun = ({ siteId, pipelineId }: Of, draft: Draft, sample: SampleSummary) => ({
  ...KEPT,
  queryKey: ['previewPipeline', siteId, pipelineId, sample.id, sample.revision, draft],
  queryFn: ({ signal }: Asked) => {
    const { components: _components, ...graph } = toPreviewGraph(draft);
    const startNodeId = findStartNode(toPreviewGraph(draft), sample.startComponentId);
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

/** Fetches metrics without node results. */
export const buildPreviewedRun = ({ siteId, pipelineId }: Of, draft: Draft, sample: PreviewSample) => ({
  ...KEPT,
  queryKey: ['previewPipeline', siteId, pipelineId, sample, draft],
  queryFn: ({ signal }: Asked) =>
    runSample({ siteId, pipelineId, graph: toPreviewGraph(draft) }, sample, signal, []),
});
