import { type Actor, createActor, fromPromise } from 'xstate';
import type { SaveInput, SaveOutcome } from '../save-sequence/save-sequence.types.ts';
import { pipelineEditorMachine } from './pipeline-editor.machine.ts';
import { MODEL_SITE, modelDraft, modelPipeline } from './pipeline-editor.model.ts';
import type { EditorEmitted, EditorEvent, EditorInput, TheirVersion } from './pipeline-editor.types.ts';

/** A save stays pending unless `save` settles it; other people's versions come only from `theirs`. */
export const open = (
  over: Partial<EditorInput> = {},
  save?: (input: SaveInput) => Promise<SaveOutcome>,
  theirs?: () => Promise<TheirVersion | undefined>,
) => {
  const told: EditorEmitted[] = [];
  const machine = pipelineEditorMachine.provide({
    actors: {
      save: fromPromise(({ input }) => (save ? save(input) : new Promise(() => undefined))),
      ...(theirs && { readTheirs: fromPromise(theirs) }),
    },
  });
  const input: EditorInput = {
    siteId: MODEL_SITE,
    pipeline: modelPipeline,
    draft: modelDraft,
    shownVersion: 1,
    takenNames: ['taken'],
    ...over,
  };
  const actor = createActor(machine, { input });
  actor.on('*', (event) => told.push(event));
  actor.start();
  return { actor, told, at: () => actor.getSnapshot() };
};
export const send = (actor: Actor<typeof pipelineEditorMachine>, ...events: EditorEvent[]) => {
  for (const event of events) actor.send(event);
};
