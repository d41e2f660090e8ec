import { createActorContext } from '@xstate/react';
import { pipelineEditorMachine } from '../../../../machines/pipeline-editor/index.ts';

/** The editor of the pipeline on screen. */
export const EditorContext = createActorContext(pipelineEditorMachine);
