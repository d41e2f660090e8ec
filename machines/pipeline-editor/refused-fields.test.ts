import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { settle } from '../../tests/harness/machine-suts.ts';
import { saveLogic } from '../save-sequence/save-sequence.logic.ts';
import { type SaveCalls, toRefusal } from '../save-sequence/save-sequence.types.ts';
import { pipelineEditorMachine } from './pipeline-editor.machine.ts';
import { MODEL_SITE, MODEL_TRANSFORM, modelDraft, modelPipeline } from './pipeline-editor.model.ts';
import { selectRefused } from './pipeline-editor.selectors.ts';

const REFUSAL = Object.assign(new Error('transforms.0.config.pattern: unknown name'), {
  code: 'VALIDATION_FAILED',
  details: [{ field: 'transforms.0.config.pattern', message: 'unknown name' }],
});
const refuse = () => Promise.reject(REFUSAL);
const CALLS: SaveCalls = {
  createPipeline: refuse,
  patchPipeline: () => Promise.resolve({}),
  createTransforms: refuse,
  putGraph: refuse,
  deploy: refuse,
};

function open() {
  const actor = createActor(pipelineEditorMachine.provide({ actors: { save: saveLogic(CALLS) } }), {
    input: {
      siteId: MODEL_SITE,
      pipeline: modelPipeline,
      draft: modelDraft,
      shownVersion: modelPipeline.latestGraphVersion,
      takenNames: [],
    },
  });
  const said: string[] = [];
  actor.on('editor.toast', ({ message }) => said.push(message));
  actor.start();
  actor.send({ type: 'edit.start' });
  const configure = (config: Record<string, unknown>) =>
    actor.send({ type: 'graph.node.configure', nodeId: MODEL_TRANSFORM, config });
  const fields = () => selectRefused(actor.getSnapshot()).map(({ field }) => field);
  return { actor, said, configure, fields };
}

test('a refused save: names the field, and does not block the next save [R4-59]', async () => {
  const { actor, said, configure, fields } = open();
  configure({ pattern: '%{NOPE}' });
  actor.send({ type: 'save.draft' });
  await settle();
  expect(fields()).toEqual(['config.pattern']);
  expect(said).toEqual([expect.stringContaining('has 1 problem')]);
  expect(actor.getSnapshot().can({ type: 'save.draft' })).toBe(true);
});

test('a refused value: its error returns with the value, by undo too', async () => {
  const { actor, configure, fields } = open();
  configure({ pattern: '%{NOPE}' });
  actor.send({ type: 'save.draft' });
  await settle();
  configure({ pattern: '%{NOPE}', keepOriginal: true });
  expect(fields()).toEqual(['config.pattern']);
  actor.send({ type: 'graph.node.note', nodeId: MODEL_TRANSFORM, notes: 'a step between' });
  configure({ pattern: '%{WORD:verb}', keepOriginal: true });
  expect(fields()).toEqual([]);
  actor.send({ type: 'edit.undo' });
  expect(fields()).toEqual(['config.pattern']);
});

test('a refusal without a field of a node stays a message', () => {
  const sent = Object.values(modelDraft.nodes);
  for (const field of ['transforms.9.config.pattern', 'transforms.0.lineageId', 'pipelineId', 'edges.1']) {
    const error = Object.assign(new Error('no'), { details: [{ field, message: 'no' }] });
    expect(toRefusal(error, sent)).toEqual({ message: 'no' });
  }
  expect(toRefusal(new Error('no'), sent)).toEqual({ message: 'no' });
});
