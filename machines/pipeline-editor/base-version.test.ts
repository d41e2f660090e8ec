import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { SaveInput, SaveOutcome } from '../save-sequence/save-sequence.types.ts';
import { pipelineEditorMachine } from './pipeline-editor.machine.ts';
import { MODEL_SITE, modelDraft, modelPipeline } from './pipeline-editor.model.ts';

/** The If-Match version of a save, after these versions were loaded. */
async function baseAfter(...versions: number[]): Promise<number> {
  const saved = Promise.withResolvers<SaveInput>();
  const actor = createActor(
    pipelineEditorMachine.provide({
      actors: {
        save: fromPromise<SaveOutcome, SaveInput>(({ input }) => {
          saved.resolve(input);
          return new Promise(() => undefined);
        }),
      },
    }),
    {
      input: {
        siteId: MODEL_SITE,
        pipeline: { ...modelPipeline, deployedGraphVersion: 0, latestGraphVersion: 2, status: 'DEFAULT' },
        draft: modelDraft,
        shownVersion: 2,
        takenNames: [],
      },
    },
  ).start();
  expect(actor.getSnapshot().matches('editing')).toBe(true);
  for (const version of versions) actor.send({ type: 'version.loaded', version, draft: modelDraft });
  actor.send({ type: 'draft.versionName.set', versionName: 'next' });
  actor.send({ type: 'save.draft' });
  return (await saved.promise).baseLatestVersion;
}

test('a save follows the newest version that was on screen', async () => {
  expect(await baseAfter()).toBe(2);
  // For example, a version restored while the editor is open.
  expect(await baseAfter(3)).toBe(3);
  expect(await baseAfter(1)).toBe(2);
});
