import { useState } from 'react';
import { pipelineEditorMachine } from '../../../../machines/pipeline-editor/index.ts';
import { saveLogic } from '../../../../machines/save-sequence/index.ts';
import { useSite } from '../../state/sites.ts';
import { findEditRefusal } from './editor/edit-access.ts';
import { EditorContext } from './editor/editor-context.ts';
import { readTheirs } from './editor/load-version.ts';
import { saveCalls } from './editor/save-calls.ts';
import type { EditorInput } from './shown-pipeline.ts';
import { Workspace, type WorkspaceProps } from './Workspace.tsx';

const logic = pipelineEditorMachine.provide({ actors: { save: saveLogic(saveCalls), readTheirs } });

/** @param input read once; the editor then has the pipeline and its edits */
export default function Editor({ input, ...shown }: WorkspaceProps & { input: EditorInput }) {
  const site = useSite();
  // Read no earlier: permissions load with the graph.
  const [opened] = useState(() =>
    input.pipeline ? { ...input, accessRefusal: findEditRefusal(site) } : input,
  );
  return (
    <EditorContext.Provider logic={logic} options={{ input: opened }}>
      <Workspace {...shown} />
    </EditorContext.Provider>
  );
}
