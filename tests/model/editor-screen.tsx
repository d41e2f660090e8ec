import type { ActorRefFrom } from 'xstate';
import { type pipelineEditorMachine, selectIsEditing } from '../../machines/pipeline-editor/index.ts';
import { modelPipeline } from '../../machines/pipeline-editor/pipeline-editor.model.ts';
import { globalCommands } from '../../src/console/app/global.commands.ts';
import KeyBar from '../../src/console/app/shell/key-bar.tsx';
import { isPaletteWanted, openPalette } from '../../src/console/commands/palette/open-palette.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { usePublishScope } from '../../src/console/commands/scopes.ts';
import { CommandButton } from '../../src/console/components/commands/CommandButton.tsx';
import PaletteDialog from '../../src/console/components/palette/PaletteDialog.tsx';
import { useStore } from '../../src/console/lib/store.ts';
import type { Actors } from '../../src/console/state/types.ts';
import { EditHeader } from '../../src/console/views/pipeline/editor/EditHeader.tsx';
import { EditorDialogs } from '../../src/console/views/pipeline/editor/EditorDialogs.tsx';
import { EditorContext } from '../../src/console/views/pipeline/editor/editor-context.ts';
import type { Pipeline } from '../../src/contract/entities/pipeline.ts';
import { pipelineCommands, pipelineScopes } from '../harness/pipeline-commands.ts';

export type Editor = ActorRefFrom<typeof pipelineEditorMachine>;

const PIPELINE: Pipeline = {
  ...modelPipeline,
  name: 'web logs',
  siteId: '400000000000000001',
} as Pipeline;

export const editorRegistry = () => createRegistry([...globalCommands, ...pipelineCommands], pipelineScopes);

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
    hasBytes: true,
    toggleUnit: nothing,
  });
  usePublishScope(
    'pipeline.edit',
    isEditing ? { snapshot, send: editor.send, goToProblem: nothing, raisePullRequest: nothing } : undefined,
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
