import { describe, expect, test } from 'vitest';
import { MODEL_TRANSFORM } from './pipeline-editor.model.ts';
import { findReason, selectDraft, selectHistory, selectUndoLabel } from './pipeline-editor.selectors.ts';
import { UNDO_LIMIT } from './pipeline-editor.types.ts';
import { open, send } from './testing-editor.ts';

describe('undo and redo', () => {
  test('go back to clean and forward again, each step by name', () => {
    const { actor, at } = open();
    send(actor, { type: 'edit.start' }, { type: 'graph.node.toggle', nodeIds: [MODEL_TRANSFORM] });
    expect(selectUndoLabel(at())).toBe('Disable drop debug');
    const changed = selectDraft(at());
    send(actor, { type: 'edit.undo' });
    expect(at().matches({ editing: 'clean' })).toBe(true);
    send(actor, { type: 'edit.redo' });
    expect(selectDraft(at())).toEqual(changed);
  });

  test('typing in one field is one step', () => {
    const { actor, at } = open();
    send(actor, { type: 'edit.start' });
    for (const description of ['a', 'ab', 'abc']) send(actor, { type: 'draft.description.set', description });
    expect(at().context.past).toHaveLength(1);
    send(actor, { type: 'edit.undo' });
    expect(selectDraft(at()).description).toBe('');
  });

  test('keeps 200 steps', () => {
    const { actor, at } = open();
    send(actor, { type: 'edit.start' });
    for (let step = 0; step < UNDO_LIMIT + 5; step += 1)
      send(actor, { type: 'graph.node.toggle', nodeIds: [MODEL_TRANSFORM] });
    expect(at().context.past).toHaveLength(UNDO_LIMIT);
  });
});

describe('undo list', () => {
  const sink2 = { nodeType: 'SINK' as const, name: 'second', templateId: 'file', config: {}, id: 's2' };
  const edited = () => {
    const opened = open();
    send(
      opened.actor,
      { type: 'edit.start' },
      { type: 'graph.node.add', node: sink2, afterId: MODEL_TRANSFORM },
      { type: 'graph.node.toggle', nodeIds: [MODEL_TRANSFORM, 's2'] },
      { type: 'graph.node.remove', nodeIds: [MODEL_TRANSFORM] },
    );
    return opened;
  };

  test('names each step, healed connections too, and goes to any of them', () => {
    const { actor, at } = edited();
    const labels = () => selectHistory(at()).map(({ label, isUndone }) => (isUndone ? `(${label})` : label));
    expect(labels()).toEqual(['Remove drop debug, connect its neighbors', 'Disable 2 nodes', 'Add second']);
    const last = selectDraft(at());
    send(actor, { type: 'edit.jump', steps: 1 });
    expect(labels()).toEqual([
      'Add second',
      '(Disable 2 nodes)',
      '(Remove drop debug, connect its neighbors)',
    ]);
    send(actor, { type: 'edit.jump', steps: 3 });
    expect(selectDraft(at())).toEqual(last);
    send(actor, { type: 'edit.jump', steps: 0 });
    expect(at().matches({ editing: 'clean' })).toBe(true);
    expect(findReason(at(), { type: 'edit.jump', steps: 0 })).toMatch(/already on screen/);
  });

  test('names the connection that closes up', () => {
    const { actor, at } = open();
    send(actor, { type: 'edit.start' }, { type: 'graph.node.remove', nodeIds: [MODEL_TRANSFORM] });
    expect(selectUndoLabel(at())).toBe('Remove drop debug, connect http to archive');
  });

  test('goes on after a reload of the draft; new nodes get new ids', () => {
    const { draft, past, future } = edited().at().context;
    const { actor, at } = open();
    send(actor, { type: 'edit.start' }, { type: 'draft.restored', stored: { draft, past, future } });
    expect(selectUndoLabel(at())).toBe('Remove drop debug, connect its neighbors');
    send(actor, { type: 'edit.jump', steps: 0 });
    expect(at().matches({ editing: 'clean' })).toBe(true);
  });

  test('undo reaches the saved version also when kept steps do not', () => {
    const { draft, past } = edited().at().context;
    const { actor, at } = open();
    const kept = { draft, past: past.slice(1) };
    send(actor, { type: 'edit.start' }, { type: 'draft.restored', stored: kept });
    expect(selectHistory(at()).at(-1)?.label).toBe('Restore unsaved changes');
    send(actor, { type: 'edit.jump', steps: 0 });
    expect(at().matches({ editing: 'clean' })).toBe(true);
  });
});
