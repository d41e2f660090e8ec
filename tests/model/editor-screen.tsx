import type { ActorRefFrom } from 'xstate';
import { type pipelineEditorMachine, selectIsEditing } from '../../machines/pipeline-editor/index.ts';
import { modelPipeline } from '../../machines/pipeline-editor/pipeline-editor.model.ts';
import type { Actors } from '../../src/console/actors/types.ts';
import { globalCommands } from '../../src/console/app/global.commands.ts';
import { KeyBar } from '../../src/console/app/shell/key-bar.tsx';
import { CommandButton } from '../../src/console/commands/CommandButton.tsx';
import { isPaletteWanted, openPalette } from '../../src/console/commands/palette/open-palette.ts';
import PaletteDialog from '../../src/console/commands/palette/PaletteDialog.tsx';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { usePublishScope } from '../../src/console/commands/scopes.ts';
import { useStore } from '../../src/console/commands/store.ts';
import { EditHeader } from '../../src/console/views/pipeline/EditHeader.tsx';
import { EditorDialogs } from '../../src/console/views/pipeline/EditorDialogs.tsx';
import { EditorContext } from '../../src/console/views/pipeline/editor-context.ts';
import { pipelineCommands, pipelineScopes } from '../../src/console/views/pipeline/pipeline.commands.ts';
import type { Pipeline } from '../../src/contract/entities/pipeline.ts';

export type Editor = ActorRefFrom<typeof pipelineEditorMachine>;

const PIPELINE: Pipeline = {
  ...modelPipeline,
  name: 'web logs',
  siteId: '400000000000000001',
} as Pipeline;

/** The commands of the screen of a pipeline, with nothing of other tests. */
export const editorRegistry = () => createRegistry([...globalCommands, ...pipelineCommands], pipelineScopes);

/** The shell around the editor of a test: its commands, and no site. */
export function prepareEditor(): void {
  localStorage.clear();
  isPaletteWanted.set(false);
  installCommands({
    registry: editorRegistry(),
    ask: (id, args) => openPalette(id, args),
    refuse: () => undefined,
    record: () => undefined,
  });
  const actors = { openPalette: () => openPalette(), theme: 'dark' } as Actors;
  setContextBase({
    path: `/pipelines/${PIPELINE.id}`,
    search: '',
    navigate: () => undefined,
    site: undefined,
    sites: [],
    actors,
  });
}

const nothing = () => undefined;

/** Head, questions, key bar and palette of the editor, without its graph. */
export function EditorScreen({ onEditor }: { onEditor: (editor: Editor) => void }) {
  const editor = EditorContext.useActorRef();
  const snapshot = EditorContext.useSelector((now) => now);
  const isPaletteOpen = useStore(isPaletteWanted);
  const isEditing = selectIsEditing(snapshot);
  onEditor(editor);
  usePublishScope('pipeline', {
    pipeline: PIPELINE,
    snapshot,
    send: editor.send,
    versions: [],
    shownVersion: snapshot.context.shownVersion,
    chooseVersion: nothing,
    tab: isEditing ? undefined : 'overview',
    showTab: nothing,
    unit: 'bytes',
    toggleUnit: nothing,
  });
  usePublishScope(
    'pipeline.edit',
    isEditing ? { snapshot, send: editor.send, goToProblem: nothing } : undefined,
  );
  return (
    <>
      {isEditing ? (
        <EditHeader versions={[]} shownVersion={snapshot.context.shownVersion} onVersion={nothing} />
      ) : (
        <CommandButton id="pipeline.edit" />
      )}
      <KeyBar />
      <EditorDialogs />
      {isPaletteOpen && <PaletteDialog />}
    </>
  );
}
