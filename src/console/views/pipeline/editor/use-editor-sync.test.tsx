import { act, render, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type ActorRefFrom, fromPromise } from 'xstate';
import { type EditorEvent, pipelineEditorMachine } from '../../../../../machines/pipeline-editor/index.ts';
import {
  MODEL_SITE,
  MODEL_TRANSFORM,
  modelDraft,
  modelPipeline,
} from '../../../../../machines/pipeline-editor/pipeline-editor.model.ts';
import type { SaveInput, SaveOutcome } from '../../../../../machines/save-sequence/index.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { EditorContext } from './editor-context.ts';
import { loadVersion } from './load-version.ts';
import { useEditorSync } from './use-editor-sync.ts';

vi.mock('./load-version.ts', () => ({ loadVersion: vi.fn() }));
vi.mock('./use-taken-names.ts', () => ({ useTakenNames: () => NONE }));
const NONE: string[] = [];

const nothing = () => undefined;
const pipeline = modelPipeline as Pipeline;
const logic = pipelineEditorMachine.provide({
  actors: {
    save: fromPromise<SaveOutcome, SaveInput>(async ({ input }) => ({
      ok: true,
      pipelineId: modelPipeline.id,
      graphVersion: 2,
      draft: input.draft,
      progress: { transforms: {} },
      ids: {},
    })),
  },
});
let actor: ActorRefFrom<typeof pipelineEditorMachine>;

function Synced() {
  actor = EditorContext.useActorRef();
  useEditorSync({
    siteId: MODEL_SITE,
    pipeline,
    shown: 1,
    onSaved: nothing,
    onEnded: nothing,
    refetch: nothing,
  });
  return null;
}

async function afterSaving(...events: EditorEvent[]) {
  const input = { siteId: MODEL_SITE, pipeline, draft: modelDraft, shownVersion: 1, takenNames: [] };
  render(
    <EditorContext.Provider logic={logic} options={{ input }}>
      <Synced />
    </EditorContext.Provider>,
  );
  await act(async () => {
    actor.send({ type: 'edit.start' });
    actor.send({ type: 'graph.node.toggle', nodeIds: [MODEL_TRANSFORM] });
    for (const event of events) actor.send(event);
  });
  await waitFor(() => expect(actor.getSnapshot().context.shownVersion).toBe(2));
}
beforeEach(() => void vi.mocked(loadVersion).mockReset().mockResolvedValue(modelDraft));

test('leaving after a saved draft shows the deployed version [R4-46]', async () => {
  await afterSaving({ type: 'save.draft' });
  act(() => actor.send({ type: 'edit.cancel' }));
  await waitFor(() => expect(actor.getSnapshot().context).toMatchObject({ shownVersion: 1 }));
  expect(actor.getSnapshot().context.draft).toBe(modelDraft);
});

test('after a deployment the version under way stays on screen [R4-45]', async () => {
  await afterSaving({ type: 'save.deploy' }, { type: 'deploy.confirm' });
  await waitFor(() => expect(actor.getSnapshot().matches('viewing')).toBe(true));
  expect(loadVersion).not.toHaveBeenCalled();
});
