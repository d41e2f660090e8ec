import type { EditorSnapshot } from '../../machines/pipeline-editor/index.ts';
import { modelPipeline } from '../../machines/pipeline-editor/pipeline-editor.model.ts';
import type { PipelineScope } from '../../src/console/views/pipeline/scope.ts';
import type { Pipeline } from '../../src/contract/entities/pipeline.ts';

/** As the service answers; version 1 is deployed by default. */
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
  hasBytes: true,
  toggleUnit: nothing,
});
