import { describe, expect, test } from 'vitest';
import { type Actor, createActor, fromPromise } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { actorSut, pureSut, settle } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import type { SaveInput, SaveOutcome } from '../save-sequence/save-sequence.types.ts';
import { emptyDraft } from './draft.ts';
import { pipelineEditorMachine } from './pipeline-editor.machine.ts';
import {
  MODEL_SINK,
  MODEL_SITE,
  MODEL_TRANSFORM,
  modelDraft,
  modelPipeline,
  pipelineEditorModel,
} from './pipeline-editor.model.ts';
import {
  reasonFor,
  selectDialog,
  selectDraft,
  selectIsArmed,
  selectIsDirty,
  selectUndoLabel,
} from './pipeline-editor.selectors.ts';
import type { EditorEmitted, EditorEvent, EditorInput } from './pipeline-editor.types.ts';
import { UNDO_LIMIT } from './pipeline-editor.types.ts';

const paths = makePaths(pipelineEditorModel);

describe('every transition of the editor (E2, E18)', () => {
  test('keeps its promises: no save of an invalid draft, nothing unsaved in view mode', async () => {
    const explained = new Set<string>();
    await driveAll(
      paths,
      pureSut(pipelineEditorModel, (snapshot) => {
        const { problems } = snapshot.context;
        if (snapshot.matches('saving')) expect(problems).toEqual([]);
        if (snapshot.matches('viewing')) expect(selectIsDirty(snapshot)).toBe(false);
        if (snapshot.matches({ editing: 'clean' })) expect(selectIsDirty(snapshot)).toBe(false);
        if (snapshot.matches({ editing: 'dirty' }))
          expect([selectIsDirty(snapshot), problems.length]).toEqual([true, 0]);
        if (snapshot.matches({ editing: 'invalid' })) {
          expect(problems.length).toBeGreaterThan(0);
          for (const type of ['save.draft', 'save.deploy'] as const) {
            expect(snapshot.can({ type })).toBe(false);
            expect(reasonFor(snapshot, { type })).toBeTruthy();
          }
        }
        const key = pipelineEditorModel.key(snapshot);
        if (explained.has(key)) return;
        explained.add(key);
        for (const event of pipelineEditorModel.vocabulary as EditorEvent[]) {
          if (event.type.startsWith('xstate.') || snapshot.can(event)) continue;
          expect(reasonFor(snapshot, event), event.type).toBeTruthy();
        }
      }),
    );
  });

  test('is the same for a running actor whose saves are held open', async () => {
    await driveAll(paths, actorSut(pipelineEditorModel, { actors: ['save'] }));
  });
});

const open = (over: Partial<EditorInput> = {}, save?: (input: SaveInput) => Promise<SaveOutcome>) => {
  const told: EditorEmitted[] = [];
  const machine = pipelineEditorMachine.provide({
    actors: { save: fromPromise(({ input }) => (save ? save(input) : new Promise(() => undefined))) },
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
const send = (actor: Actor<typeof pipelineEditorMachine>, ...events: EditorEvent[]) => {
  for (const event of events) actor.send(event);
};

describe('opening (R4-50, R4-51)', () => {
  const undeployed = { ...modelPipeline, status: 'DEFAULT', deployedGraphVersion: 0 } as const;

  test('a new undeployed pipeline opens for editing and cannot be cancelled (R2.4-65)', () => {
    const { at } = open({ pipeline: undeployed });
    expect(at().matches('editing')).toBe(true);
    expect(at().can({ type: 'edit.cancel' })).toBe(false);
  });

  test('a deployed or deleted one opens for viewing', () => {
    expect(open().at().value).toBe('viewing');
    expect(open({ pipeline: { ...undeployed, status: 'DELETED' } }).at().value).toBe('viewing');
  });

  test('Edit is refused in action, with the reason (R2.4-63)', () => {
    const { at } = open({ pipeline: { ...modelPipeline, pendingAction: 'DEPLOY' } });
    expect(reasonFor(at(), { type: 'edit.start' })).toBe(
      'Pipeline is Deploying; wait until it ends or cancel',
    );
  });
});

describe('undo and redo', () => {
  test('go back to clean and forward again, each step by name', () => {
    const { actor, at } = open();
    send(actor, { type: 'edit.start' }, { type: 'graph.node.toggle', nodeId: MODEL_TRANSFORM });
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
      send(actor, { type: 'graph.node.toggle', nodeId: MODEL_TRANSFORM });
    expect(at().context.past).toHaveLength(UNDO_LIMIT);
  });
});

describe('names (R2.4-35 … R2.4-37, R5-10, R5-13)', () => {
  test('a taken or empty name blocks saving with its message', () => {
    const { actor, at } = open();
    send(actor, { type: 'edit.start' }, { type: 'draft.name.set', name: ' taken ' });
    expect(reasonFor(at(), { type: 'save.draft' })).toBe('Pipeline name already exists');
    send(actor, { type: 'draft.name.set', name: '  ' });
    expect(reasonFor(at(), { type: 'save.deploy' })).toBe('Pipeline name is required');
  });

  test('an emptied name becomes the first free default name on blur', () => {
    const { actor, at } = open({ takenNames: ['My Pipeline'] });
    send(actor, { type: 'edit.start' }, { type: 'draft.name.set', name: '' }, { type: 'draft.name.blurred' });
    expect(selectDraft(at()).name).toBe('My Pipeline 1');
  });
});

describe('an edit that is not possible', () => {
  test('says why and changes nothing', () => {
    const { actor, at } = open();
    send(actor, { type: 'edit.start' }, { type: 'graph.connect', fromId: MODEL_SINK, toId: MODEL_TRANSFORM });
    expect(at().context.refusal).toBe("'archive' is a destination: nothing can come after it");
    expect(at().matches({ editing: 'clean' })).toBe(true);
  });

  test('an invalid graph names its reason (R5-18)', () => {
    const { actor, at } = open();
    send(actor, { type: 'edit.start' }, { type: 'graph.node.remove', nodeIds: [MODEL_SINK] });
    expect(reasonFor(at(), { type: 'save.deploy' })).toBe('Pipeline graph is invalid! no destination');
  });
});

describe('leaving (E18)', () => {
  test('asks when there are changes, and drops them only on Discard', () => {
    const { actor, at, told } = open();
    send(actor, { type: 'edit.start' }, { type: 'graph.node.toggle', nodeId: MODEL_TRANSFORM });
    expect(selectIsArmed(at())).toBe(true);
    send(actor, { type: 'leave.requested', target: '/sources' });
    expect(selectDialog(at())).toBe('confirmDiscard');
    expect(told).toEqual([]);
    send(actor, { type: 'dialog.cancel' });
    expect(selectIsDirty(at())).toBe(true);
    send(actor, { type: 'leave.requested', target: '/sources' }, { type: 'discard.confirm' });
    expect(told).toEqual([{ type: 'editor.leave', target: '/sources' }]);
    expect(selectIsArmed(at())).toBe(false);
  });
});

describe('saving', () => {
  const changed = (input: SaveInput, graphVersion: number): SaveOutcome => ({
    ok: true,
    pipelineId: input.pipelineId ?? '300000000000000009',
    graphVersion,
    draft: input.draft,
    progress: { transforms: {} },
    ids: {},
  });

  test('a draft keeps edit mode on and says so (R4-58, R4-60)', async () => {
    const { actor, at, told } = open({}, (input) => Promise.resolve(changed(input, 2)));
    send(
      actor,
      { type: 'edit.start' },
      { type: 'graph.node.toggle', nodeId: MODEL_TRANSFORM },
      { type: 'save.draft' },
    );
    await settle();
    expect(at().matches({ editing: 'clean' })).toBe(true);
    expect(at().context).toMatchObject({ shownVersion: 2, baseLatestVersion: 2 });
    expect(told).toContainEqual({
      type: 'editor.toast',
      status: 'success',
      message: 'Pipeline draft saved successfully',
    });
    expect(at().can({ type: 'edit.undo' })).toBe(true);
  });

  test('a deploy ends edit mode and the pipeline is in action (R4-64, R4-70)', async () => {
    const { actor, at, told } = open({}, (input) => Promise.resolve(changed(input, 2)));
    send(
      actor,
      { type: 'edit.start' },
      { type: 'graph.node.toggle', nodeId: MODEL_TRANSFORM },
      { type: 'save.deploy' },
      { type: 'deploy.confirm' },
    );
    await settle();
    expect(at().value).toBe('viewing');
    expect(at().context.pipeline).toMatchObject({ pendingAction: 'DEPLOY', pendingGraphVersion: 2 });
    expect(told).toContainEqual({
      type: 'editor.toast',
      status: 'success',
      message: 'Pipeline scheduled for deployment',
    });
  });

  test('a failure keeps the changes and what was received (R4-59, R4-85)', async () => {
    const inputs: SaveInput[] = [];
    const { actor, at } = open(
      { pipeline: undefined as never, draft: emptyDraft('fresh'), shownVersion: 0 },
      (input) => {
        inputs.push(input);
        return Promise.resolve<SaveOutcome>({
          ok: false,
          failure: { message: 'Disk full' },
          progress: {
            pipelineId: '300000000000000009',
            details: { name: 'fresh', description: '' },
            transforms: {},
          },
          ids: {},
        });
      },
    );
    const { nodes, edges } = modelDraft;
    send(
      actor,
      { type: 'draft.restored', draft: { ...emptyDraft('fresh'), nodes, edges } },
      { type: 'save.draft' },
    );
    await settle();
    expect(at().matches({ editing: 'dirty' })).toBe(true);
    expect(at().context.failure?.message).toBe('Disk full');
    send(actor, { type: 'save.draft' });
    await settle();
    expect(inputs.map(({ pipelineId }) => pipelineId)).toEqual([undefined, '300000000000000009']);
  });

  test('an older version, unchanged, can be deployed or saved as a new latest (R4-132)', () => {
    const pipeline = { ...modelPipeline, latestGraphVersion: 3 };
    for (const [type, next] of [
      ['save.draft', 'saving'],
      ['save.deploy', 'confirmDeploy'],
    ] as const) {
      const { actor, at } = open({ pipeline });
      send(actor, { type: 'edit.start' }, { type });
      expect(at().value).toBe(next);
    }
  });

  test('a version someone else saved asks: mine writes over it', async () => {
    const inputs: SaveInput[] = [];
    const { actor, at } = open({}, (input) => {
      inputs.push(input);
      return Promise.resolve<SaveOutcome>({
        ok: false,
        failure: { message: 'Stale', code: 'STALE_VERSION' },
        progress: input.progress,
        ids: {},
      });
    });
    send(
      actor,
      { type: 'edit.start' },
      { type: 'graph.node.toggle', nodeId: MODEL_TRANSFORM },
      { type: 'save.draft' },
    );
    await settle();
    expect(selectDialog(at())).toBe('conflict');
    send(actor, { type: 'conflict.keepMine' });
    await settle();
    expect(inputs.map(({ overwrite }) => overwrite)).toEqual([false, true]);
    expect(selectIsDirty(at())).toBe(true);
  });
});
