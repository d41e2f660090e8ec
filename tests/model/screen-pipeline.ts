import type { EditorSnapshot } from '../../machines/pipeline-editor/index.ts';
import { modelPipeline } from '../../machines/pipeline-editor/pipeline-editor.model.ts';
import type { PipelineScope } from '../../src/console/views/pipeline/scope.ts';
import type { Pipeline } from '../../src/contract/entities/pipeline.ts';

/** A pipeline as the service answers it; deployed in version 1 unless told otherwise. */
export const screenPipeline = (over: Partial<Pipeline> = {}): Pipeline => ({
  ...modelPipeline,
  pendingGraphVersion: 0,
  revision: 1,
  name: 'web logs',
  description: '',
  siteId: '400000000000000001',
  pipelineType: 'USER',
  sourceId: '',
  sinkIds: [],
  transformIds: [],
  percentDataOptimized: null,
  lastError: '',
  updatedAt: '2026-01-21T12:00:00Z',
  ...over,
});

const nothing = () => undefined;

/** What the screen of a pipeline publishes, version 1 on the overview; it takes everything and does nothing. */
export const screenScope = (pipeline: Pipeline, snapshot: EditorSnapshot): PipelineScope => ({
  pipeline,
  snapshot,
  send: nothing,
  versions: [],
  shownVersion: 1,
  chooseVersion: nothing,
  tab: 'overview',
  showTab: nothing,
  unit: 'bytes',
  toggleUnit: nothing,
});
