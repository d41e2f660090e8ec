import { describe, expect, test } from 'vitest';
import { emptyDraft } from '../../src/graph/draft.ts';
import { settle } from '../../tests/harness/machine-suts.ts';
import type { SaveInput, SaveOutcome } from '../save-sequence/save-sequence.types.ts';
import { MODEL_TRANSFORM, modelDraft } from './pipeline-editor.model.ts';
import {
  selectDialog,
  selectDiscardText,
  selectIsArmed,
  selectIsDirty,
  selectTypingRefusal,
} from './pipeline-editor.selectors.ts';
import type { EditorEvent } from './pipeline-editor.types.ts';
import { open, send } from './testing-editor.ts';

const NEW_ID = '100000000000000009';
const configure = (config: Record<string, unknown>): EditorEvent => ({
  type: 'graph.node.configure',
  nodeId: MODEL_TRANSFORM,
  config,
});

/** Saves version 2 with a new id for the transform. */
const storedAnew = ({ draft }: SaveInput): SaveOutcome => {
  const { [MODEL_TRANSFORM]: node, ...nodes } = draft.nodes;
  const [source = ''] = Object.keys(draft.edges);
  const targets = draft.edges[MODEL_TRANSFORM] ?? { nodeIds: [] };
  return {
    ok: true,
    pipelineId: '300000000000000001',
    graphVersion: 2,
    draft: {
      ...draft,
      nodes: { ...nodes, [NEW_ID]: { ...node!, id: NEW_ID } },
      edges: { [source]: { nodeIds: [NEW_ID] }, [NEW_ID]: targets },
      meta: { [NEW_ID]: { lineageId: MODEL_TRANSFORM } },
    },
    progress: { transforms: {} },
    ids: { [MODEL_TRANSFORM]: NEW_ID },
  };
};
const refused: SaveOutcome = {
  ok: false,
  failure: { message: 'Disk full' },
  progress: { transforms: {} },
  ids: {},
};

/** `end` settles the save in flight. */
function saving(...asked: EditorEvent[]) {
  const outcome = Promise.withResolvers<SaveOutcome>();
  let input: SaveInput | undefined;
  const editor = open({}, (begun) => {
    input = begun;
    return outcome.promise;
  });
  send(editor.actor, { type: 'edit.start' }, configure({ a: 1 }), ...asked);
  expect(editor.at().value).toBe('saving');
  const end = async (as: (begun: SaveInput) => SaveOutcome) => {
    outcome.resolve(as(input!));
    await settle();
  };
  return { ...editor, end };
}

describe('edits while a draft is saved', () => {
  test('count as changes of what was saved [R4-60]', async () => {
    const { actor, at, end } = saving({ type: 'save.draft' });
    send(actor, { type: 'draft.description.set', description: 'typed' }, configure({ a: 12 }));
    await end(storedAnew);
    expect(at().matches({ editing: 'dirty' })).toBe(true);
    const { base, draft, past } = at().context;
    expect(base.nodes[NEW_ID]?.config).toEqual({ a: 1 });
    expect(draft).toMatchObject({ description: 'typed', nodes: { [NEW_ID]: { config: { a: 12 } } } });
    expect(draft.meta).toEqual(base.meta);
    expect(past.map(({ label }) => label)).toEqual([
      'Configure drop debug',
      'Change description',
      'Configure drop debug',
    ]);
    send(actor, { type: 'edit.undo' }, { type: 'edit.undo' });
    expect(selectIsDirty(at())).toBe(false);
  });

  test('survive a save that fails [R4-59]', async () => {
    const { actor, at, end } = saving({ type: 'save.draft' });
    send(actor, configure({ a: 12 }));
    await end(() => refused);
    expect(at().context.draft.nodes[MODEL_TRANSFORM]?.config).toEqual({ a: 12 });
  });

  test('the deployed draft is the one that was confirmed', () => {
    const { at } = saving({ type: 'save.deploy' }, { type: 'deploy.confirm' });
    expect(at().can(configure({ a: 12 }))).toBe(false);
    expect(selectTypingRefusal(at())).toMatch(/locked until the deployment .* has started/);
  });

  test('no refusal is shown during a save, nor after a failed deployment', async () => {
    expect(selectTypingRefusal(saving({ type: 'save.draft' }).at())).toBeUndefined();
    const { at, end } = saving({ type: 'save.deploy' }, { type: 'deploy.confirm' });
    await end(() => refused);
    expect(selectTypingRefusal(at())).toBeUndefined();
  });
});

describe('leaving while a save runs [R4-90]', () => {
  const leave: EditorEvent = { type: 'leave.requested', target: '/sources' };
  const left = { type: 'editor.leave', target: '/sources' };
  const deploy: EditorEvent[] = [{ type: 'save.deploy' }, { type: 'deploy.confirm' }];

  test.each([
    ['a draft', [{ type: 'save.draft' }] as EditorEvent[]],
    ['a deployment', deploy],
  ])('goes on when %s is saved', async (_, asked) => {
    const { actor, at, told, end } = saving(...asked, leave);
    expect(told.at(-1)).toMatchObject({ type: 'editor.toast', status: 'info' });
    await end(storedAnew);
    expect(told.filter(({ type }) => type === 'editor.leave')).toEqual([left]);
    expect(at().context.leaveTarget).toBeUndefined();
    send(actor, { type: 'edit.start' });
    expect(selectDialog(at())).toBeUndefined();
  });

  test('asks when the save fails, or more was typed', async () => {
    for (const [typed, as] of [
      [[], () => refused],
      [[configure({ a: 12 })], storedAnew],
    ] as const) {
      const { actor, at, told, end } = saving({ type: 'save.draft' }, ...typed, leave);
      await end(as);
      expect(selectDialog(at())).toBe('confirmDiscard');
      expect(told).not.toContainEqual(left);
      send(actor, { type: 'discard.confirm' });
      expect(told).toContainEqual(left);
    }
  });

  test('a conflict is answered first, on this page', async () => {
    const { actor, at, end } = saving({ type: 'save.draft' }, leave);
    await end(() => ({ ...refused, failure: { message: 'Late', code: 'STALE_VERSION' } }));
    send(actor, { type: 'dialog.cancel' });
    expect(at().matches({ editing: 'dirty' })).toBe(true);
  });
});

test('an invalid graph is not left without a question, changed or not [R4-90]', () => {
  const { name } = modelDraft;
  const { actor, at, told } = open({ takenNames: [name] });
  const leave: EditorEvent = { type: 'leave.requested', target: '/sources' };
  const left = { type: 'editor.leave', target: '/sources' };
  send(actor, { type: 'edit.start' }, leave);
  expect(selectDialog(at())).toBe('confirmDiscard');
  expect(selectDiscardText(at())).toContain('Pipeline name already exists');
  send(actor, { type: 'dialog.cancel' });
  expect(selectIsArmed(at())).toBe(true);
  expect(told).not.toContainEqual(left);
  send(actor, leave, { type: 'discard.confirm' });
  expect(told).toContainEqual(left);
  expect(selectIsArmed(at())).toBe(false);
});

test('an empty new pipeline is left without a question [R4-90]', () => {
  const { actor, at, told } = open({
    pipeline: undefined as never,
    draft: emptyDraft('fresh'),
    shownVersion: 0,
  });
  expect(at().matches({ editing: 'invalid' })).toBe(true);
  send(actor, { type: 'leave.requested', target: '/sources' });
  expect(told).toContainEqual({ type: 'editor.leave', target: '/sources' });
});
