import { describe, expect, test } from 'vitest';
import { emptyDraft } from '../../src/graph/draft.ts';
import { settle } from '../../tests/harness/machine-suts.ts';
import type { SaveInput, SaveOutcome } from '../save-sequence/save-sequence.types.ts';
import { MODEL_TRANSFORM, modelDraft, modelPipeline } from './pipeline-editor.model.ts';
import { open, send } from './testing-editor.ts';

const toasts = (told: readonly { type: string }[]) => told.filter(({ type }) => type === 'editor.toast');

describe('saving', () => {
  const changed = (input: SaveInput, graphVersion: number): SaveOutcome => ({
    ok: true,
    pipelineId: input.pipelineId ?? '300000000000000009',
    graphVersion,
    draft: input.draft,
    progress: { transforms: {} },
    ids: {},
  });

  test('a draft keeps edit mode on and says so [R4-58, R4-60, R8-43]', async () => {
    const { actor, at, told } = open({}, (input) => Promise.resolve(changed(input, 2)));
    send(
      actor,
      { type: 'edit.start' },
      { type: 'graph.node.toggle', nodeIds: [MODEL_TRANSFORM] },
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

  test('a deploy ends edit mode and the pipeline is in action [R4-64, R4-70, R8-44]', async () => {
    const { actor, at, told } = open({}, (input) => Promise.resolve(changed(input, 2)));
    send(
      actor,
      { type: 'edit.start' },
      { type: 'graph.node.toggle', nodeIds: [MODEL_TRANSFORM] },
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

  test('a deployment: announced once accepted; a failed one brings only the error [R4-67, R4-71, R4-72]', async () => {
    const asked = Promise.withResolvers<SaveOutcome>();
    const { actor, at, told } = open({}, () => asked.promise);
    send(
      actor,
      { type: 'edit.start' },
      { type: 'graph.node.toggle', nodeIds: [MODEL_TRANSFORM] },
      { type: 'save.deploy' },
      { type: 'deploy.confirm' },
    );
    expect(toasts(told)).toEqual([]);
    asked.resolve({
      ok: false,
      failure: { message: 'Disk full' },
      progress: { transforms: {} },
      ids: {},
    });
    await settle();
    expect(toasts(told)).toEqual([
      { type: 'editor.toast', status: 'error', message: 'Something went wrong! Disk full' },
    ]);
    expect(at().matches('editing')).toBe(true);
  });

  test('a failed deployment without a reason: says so, and editing goes on [R4-72]', async () => {
    const { actor, at, told } = open({}, () => Promise.reject(new Error('')));
    send(
      actor,
      { type: 'edit.start' },
      { type: 'graph.node.toggle', nodeIds: [MODEL_TRANSFORM] },
      { type: 'save.deploy' },
      { type: 'deploy.confirm' },
    );
    await settle();
    expect(toasts(told)).toEqual([
      { type: 'editor.toast', status: 'error', message: 'Something went wrong!' },
    ]);
    expect(at().matches({ editing: 'dirty' })).toBe(true);
  });

  test('a failure keeps the changes and what was received [R4-59, R4-85]', async () => {
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
      { type: 'draft.restored', stored: { draft: { ...emptyDraft('fresh'), nodes, edges } } },
      { type: 'save.draft' },
    );
    await settle();
    expect(at().matches({ editing: 'dirty' })).toBe(true);
    expect(at().context.failure?.message).toBe('Disk full');
    send(actor, { type: 'save.draft' });
    await settle();
    expect(inputs.map(({ pipelineId }) => pipelineId)).toEqual([undefined, '300000000000000009']);
  });

  test('a draft kept after a failed save goes on with the same pipeline [R4-85]', () => {
    const inputs: SaveInput[] = [];
    const { actor, at } = open(
      { pipeline: undefined as never, draft: emptyDraft(), shownVersion: 0 },
      (input) => {
        inputs.push(input);
        return new Promise(() => undefined);
      },
    );
    const made = { ...modelPipeline, deployedGraphVersion: 0, latestGraphVersion: 0, name: 'fresh' };
    const stored = { draft: { ...modelDraft, name: 'fresh', description: 'more' }, made };
    send(actor, { type: 'draft.restored', stored }, { type: 'save.draft' });
    expect(at().context.pipeline?.id).toBe(modelPipeline.id);
    expect(inputs).toMatchObject([{ pipelineId: modelPipeline.id, revision: 1, baseLatestVersion: 0 }]);
    expect(inputs[0]?.base).toMatchObject({ name: 'fresh', description: '' });
  });

  test('the name stored by a first save does not count as taken [R4-81, R5-12]', async () => {
    const asked = Promise.withResolvers<SaveOutcome>();
    const inputs: SaveInput[] = [];
    const { actor, at } = open(
      { pipeline: undefined as never, draft: emptyDraft(), shownVersion: 0, takenNames: [] },
      (input) => {
        inputs.push(input);
        return asked.promise;
      },
    );
    const draft = { ...modelDraft, name: 'fresh ' };
    send(
      actor,
      { type: 'draft.restored', stored: { draft } },
      { type: 'save.draft' },
      { type: 'names.changed', takenNames: ['taken', 'fresh'] },
    );
    asked.resolve(changed(inputs[0]!, 1));
    await settle();
    expect(at().context.problems).toEqual([]);
    expect(at().context.takenNames).toEqual(['taken']);
  });

  test('an older version can be deployed, or saved as the latest [R4-132]', () => {
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
});
