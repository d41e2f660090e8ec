import { expect, test } from 'vitest';
import type { FormProblem } from '../../src/graph/draft.ts';
import { MODEL_TRANSFORM } from './pipeline-editor.model.ts';
import { checkState, listUncheckedTransforms } from './pipeline-editor.rules.ts';
import { findReason, selectAllProblems, selectDialog } from './pipeline-editor.selectors.ts';
import { open, send } from './testing-editor.ts';

const NEEDS_ENTRY = { field: 'fields', message: 'Fields must have at least 1 entry' };

function editing() {
  const { actor, at } = open();
  send(actor, { type: 'edit.start' });
  return {
    at,
    send: (...events: Parameters<typeof actor.send>[0][]) => send(actor, ...events),
    configure: (config: Record<string, unknown>, formProblems: FormProblem[] = []) =>
      send(actor, { type: 'graph.node.configure', nodeId: MODEL_TRANSFORM, config, formProblems }),
    answer: (config: Record<string, unknown>, problems?: FormProblem[]) =>
      send(actor, {
        type: 'configs.checked',
        answers: [
          { nodeId: MODEL_TRANSFORM, templateId: 'filter', config, ...(problems ? { problems } : {}) },
        ],
      }),
    said: () => selectAllProblems(at()).map(({ message }) => message),
    state: () => checkState(at().context),
  };
}

test('a problem found by the service stays until the field changes [R5-18, R5-19]', () => {
  const { at, configure, answer, said, state } = editing();
  expect(state()).toBe('answered');
  configure({ fields: [] });
  expect([state(), listUncheckedTransforms(at().context).map(({ id }) => id)]).toEqual([
    'asking',
    [MODEL_TRANSFORM],
  ]);
  answer({ fields: [] }, [NEEDS_ENTRY]);
  expect(state()).toBe('answered');
  expect(selectAllProblems(at())).toEqual([
    {
      rule: 'form',
      nodeId: MODEL_TRANSFORM,
      field: 'config.fields',
      message: "'drop debug': Fields must have at least 1 entry",
      fix: 'Correct the field in the form of the node',
    },
  ]);
  expect(at().matches({ editing: 'invalid' })).toBe(true);
  for (const type of ['save.draft', 'save.deploy'] as const)
    expect(findReason(at(), { type })).toBe(
      "Pipeline graph is invalid! 'drop debug': Fields must have at least 1 entry. Correct the field in the form of the node",
    );
  configure({ fields: ['a'] });
  expect(said()).toEqual([]);
  answer({ fields: ['a'] }, []);
  expect([said(), at().matches({ editing: 'dirty' })]).toEqual([[], true]);
});

test('a disabled node may be unfinished until it is enabled [R5-17]', () => {
  const { at, send, configure, said, state } = editing();
  configure({ fields: [] }, [NEEDS_ENTRY]);
  expect(said()).toHaveLength(1);
  send({ type: 'graph.node.toggle', nodeIds: [MODEL_TRANSFORM] });
  expect([said(), state(), at().matches({ editing: 'dirty' })]).toEqual([[], 'answered', true]);
  send({ type: 'save.draft' });
  expect(at().matches('saving')).toBe(true);
});

test('the service checks what a node holds when it is enabled [R5-17]', () => {
  const { at, send, configure, answer, said, state } = editing();
  send({ type: 'graph.node.toggle', nodeIds: [MODEL_TRANSFORM] });
  configure({ fields: [] });
  expect(state()).toBe('answered');
  send({ type: 'graph.node.toggle', nodeIds: [MODEL_TRANSFORM] });
  expect(listUncheckedTransforms(at().context).map(({ id }) => id)).toEqual([MODEL_TRANSFORM]);
  answer({ fields: [] }, [NEEDS_ENTRY]);
  expect([said(), at().matches({ editing: 'invalid' })]).toEqual([[expect.stringContaining('entry')], true]);
});

test('an answer that comes too late marks nothing', () => {
  const { configure, answer, said, state } = editing();
  configure({ fields: [] });
  configure({ fields: ['a'] });
  answer({ fields: [] }, [NEEDS_ENTRY]);
  expect([said(), state()]).toEqual([[], 'asking']);
  // Not even when the field has its former value again.
  configure({ fields: [], removeNull: true });
  expect(said()).toEqual([]);
});

test('a field keeps its problem while another one is edited, until the answer', () => {
  const { configure, answer, said } = editing();
  configure({ fields: [] });
  answer({ fields: [] }, [NEEDS_ENTRY]);
  configure({ fields: [], removeNull: true });
  expect(said()).toHaveLength(1);
  answer({ fields: [], removeNull: true }, []);
  expect(said()).toEqual([]);
});

test('undo restores the problem without another check', () => {
  const { send, configure, answer, said, state } = editing();
  configure({ fields: [] });
  answer({ fields: [] }, [NEEDS_ENTRY]);
  send({ type: 'graph.node.note', nodeId: MODEL_TRANSFORM, notes: 'a step between' });
  configure({ fields: ['a'] });
  answer({ fields: ['a'] }, []);
  send({ type: 'edit.undo' });
  expect([said().length, state()]).toEqual([1, 'answered']);
  send({ type: 'edit.undo' }, { type: 'edit.undo' });
  expect([said(), state()]).toEqual([[], 'answered']);
});

test('a failed check does not block a save, and is repeated', () => {
  const { at, configure, answer, said, state } = editing();
  configure({ fields: [] });
  answer({ fields: [] });
  expect([said(), state()]).toEqual([[], 'unanswered']);
  expect(listUncheckedTransforms(at().context)).toHaveLength(1);
  expect(at().can({ type: 'save.draft' })).toBe(true);
  answer({ fields: [] }, [NEEDS_ENTRY]);
  expect([said().length, state()]).toEqual([1, 'answered']);
});

test('a field that is invalid locally is named once', () => {
  const { configure, answer, said } = editing();
  configure({ fields: [], a: '' }, [{ field: 'a', message: 'A is required' }]);
  answer({ fields: [], a: '' }, [
    { field: 'a', message: 'A is required' },
    { field: 'a.0', message: 'A, entry 1 is required' },
    NEEDS_ENTRY,
  ]);
  expect(said()).toEqual(["'drop debug': A is required", "'drop debug': Fields must have at least 1 entry"]);
});

test('a problem found while Deploy is being confirmed cancels the deployment', () => {
  const { at, send, configure, answer } = editing();
  configure({ fields: [] });
  send({ type: 'save.deploy' });
  expect([selectDialog(at()), at().can({ type: 'deploy.confirm' })]).toEqual(['confirmDeploy', true]);
  answer({ fields: [] }, [NEEDS_ENTRY]);
  expect(at().can({ type: 'deploy.confirm' })).toBe(false);
  expect(findReason(at(), { type: 'deploy.confirm' })).toMatch(/^Pipeline graph is invalid! 'drop debug'/);
  send({ type: 'dialog.cancel' });
  expect(at().matches({ editing: 'invalid' })).toBe(true);
});
