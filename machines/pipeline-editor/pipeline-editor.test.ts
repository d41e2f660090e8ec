import { describe, expect, test } from 'vitest';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { MODEL_SINK, MODEL_TRANSFORM, modelPipeline, pipelineEditorModel } from './pipeline-editor.model.ts';
import { listProblems } from './pipeline-editor.rules.ts';
import {
  findReason,
  selectDialog,
  selectDraft,
  selectIsArmed,
  selectIsDirty,
} from './pipeline-editor.selectors.ts';
import type { EditorEvent } from './pipeline-editor.types.ts';
import { open, send } from './testing-editor.ts';

const paths = makePaths(pipelineEditorModel);

describe('every transition of the editor [E2, E18]', () => {
  test('no invalid draft is saved, and view mode has no unsaved changes', async () => {
    const explained = new Set<string>();
    await driveAll(
      paths,
      createPureSut(pipelineEditorModel, (snapshot) => {
        const problems = listProblems(snapshot.context);
        if (snapshot.matches('saving')) expect(problems).toEqual([]);
        if (snapshot.matches('viewing')) expect(selectIsDirty(snapshot)).toBe(false);
        if (snapshot.matches({ editing: 'clean' })) expect(selectIsDirty(snapshot)).toBe(false);
        if (snapshot.matches({ editing: 'dirty' }))
          expect([selectIsDirty(snapshot), problems.length]).toEqual([true, 0]);
        if (snapshot.matches({ editing: 'invalid' })) {
          expect(problems.length).toBeGreaterThan(0);
          for (const type of ['save.draft', 'save.deploy'] as const) {
            expect(snapshot.can({ type })).toBe(false);
            expect(findReason(snapshot, { type })).toBeTruthy();
          }
        }
        const key = pipelineEditorModel.key(snapshot);
        if (explained.has(key)) return;
        explained.add(key);
        for (const event of pipelineEditorModel.vocabulary as EditorEvent[]) {
          if (event.type.startsWith('xstate.') || snapshot.can(event)) continue;
          expect(findReason(snapshot, event), event.type).toBeTruthy();
        }
      }),
    );
  });

  test('a running actor with slow saves does the same', async () => {
    await driveAll(paths, createActorSut(pipelineEditorModel, { actors: ['save', 'readTheirs'] }));
  });
});
describe('opening [R4-50, R4-51]', () => {
  const undeployed = { ...modelPipeline, status: 'DEFAULT', deployedGraphVersion: 0 } as const;

  test('a new undeployed pipeline opens for editing and cannot be cancelled [R2.4-65]', () => {
    const { at } = open({ pipeline: undeployed });
    expect(at().matches('editing')).toBe(true);
    expect(at().can({ type: 'edit.cancel' })).toBe(false);
  });

  test('a deployed or deleted one opens for viewing', () => {
    expect(open().at().value).toBe('viewing');
    expect(open({ pipeline: { ...undeployed, status: 'DELETED' } }).at().value).toBe('viewing');
  });

  test('Edit is refused in action, with the reason [R2.4-63]', () => {
    const { at } = open({ pipeline: { ...modelPipeline, pendingAction: 'DEPLOY' } });
    expect(findReason(at(), { type: 'edit.start' })).toBe(
      'Pipeline is Deploying; wait until it ends or cancel',
    );
  });
});
describe('names [R2.4-35, R2.4-37]', () => {
  describe('a name that is taken or empty [R5-09, R5-10, R5-13, R5-14, R8-58]', () => {
    test('blocks the save with its message', () => {
      const { actor, at } = open();
      send(actor, { type: 'edit.start' }, { type: 'draft.name.set', name: ' taken ' });
      expect(findReason(at(), { type: 'save.draft' })).toBe('Pipeline name already exists');
      send(actor, { type: 'draft.name.set', name: '  ' });
      expect(findReason(at(), { type: 'save.deploy' })).toBe('Pipeline name is required');
    });
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

  test('an invalid graph: names its reason and what to do [R5-18, R8-55]', () => {
    const { actor, at } = open();
    send(actor, { type: 'edit.start' }, { type: 'graph.node.remove', nodeIds: [MODEL_SINK] });
    expect(findReason(at(), { type: 'save.deploy' })).toBe(
      'Pipeline graph is invalid! no destination. Add a destination',
    );
  });
});

describe('leaving [E18]', () => {
  test('asks when there are changes, and drops them only on Discard', () => {
    const { actor, at, told } = open();
    send(actor, { type: 'edit.start' }, { type: 'graph.node.toggle', nodeIds: [MODEL_TRANSFORM] });
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
