import { createActorContext } from '@xstate/react';
import { pipelineEditorMachine } from '../../../../../machines/pipeline-editor/index.ts';

export const EditorContext = createActorContext(pipelineEditorMachine);
