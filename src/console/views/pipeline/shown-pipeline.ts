import type { ActorRefFrom, InputFrom } from 'xstate';
import type { pipelineEditorMachine } from '../../../../machines/pipeline-editor/index.ts';
import type { PipelineFlow } from './graph/use-flow.ts';
import type { StoredPipeline } from './stored-pipeline.ts';
import type { PipelineTab } from './tabs.ts';
import type { useShownVersion } from './versions/use-shown-version.ts';

export type EditorActor = ActorRefFrom<typeof pipelineEditorMachine>;
export type EditorInput = InputFrom<typeof pipelineEditorMachine>;

/** Shared by header and workspace. */
export type ShownPipeline = {
  /** Undefined while the pipeline does not exist yet. */
  stored: StoredPipeline | undefined;
  version: ReturnType<typeof useShownVersion>;
  flow: PipelineFlow;
  unit: 'bytes' | 'events';
  setUnit: (change: (now: 'bytes' | 'events') => 'bytes' | 'events') => void;
  /** False when only events are counted. */
  hasBytes: boolean;
  tab: PipelineTab;
  showTab: (tab: PipelineTab) => void;
};
