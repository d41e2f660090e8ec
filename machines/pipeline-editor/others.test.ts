import { describe, expect, test } from 'vitest';
import type { Draft } from '../../src/graph/draft.ts';
import { settle } from '../../tests/harness/machine-suts.ts';
import type { SaveInput, SaveOutcome, Theirs } from '../save-sequence/save-sequence.types.ts';
import { MODEL_SINK, MODEL_TRANSFORM, modelDraft, modelPipeline } from './pipeline-editor.model.ts';
import { selectDialog, selectDraft, selectIsDirty } from './pipeline-editor.selectors.ts';
import type { EditorEvent, TheirVersion } from './pipeline-editor.types.ts';
import { open, send } from './testing-editor.ts';

const disable: EditorEvent = { type: 'graph.node.toggle', nodeIds: [MODEL_TRANSFORM] };
const describeIt: EditorEvent = { type: 'draft.description.set', description: 'mine' };
const stored = { ...modelPipeline, revision: 1, name: 'web logs', description: '' };

/** An editor whose saves conflict, once per entry. */
function refused(...times: Theirs[]) {
  return refusedBeside(undefined, ...times);
}

/** @param theirs what someone else saved */
function refusedBeside(theirs: (() => Promise<TheirVersion>) | undefined, ...times: Theirs[]) {
  const inputs: SaveInput[] = [];
  const opened = open(
    { pipeline: stored },
    (input) => {
      const stale = times[inputs.length];
      inputs.push(input);
      if (!stale) return new Promise<SaveOutcome>(() => undefined);
      const failure = { message: 'Stale', code: 'STALE_VERSION', theirs: stale };
      return Promise.resolve<SaveOutcome>({ ok: false, failure, progress: input.progress, ids: {} });
    },
    theirs,
  );
  return { ...opened, inputs };
}

const annotated: Draft = {
  ...modelDraft,
  description: 'theirs',
  meta: { [MODEL_SINK]: { notes: 'theirs' } },
};
const adas = async (): Promise<TheirVersion> => ({
  version: 2,
  author: 'Ada',
  revision: 2,
  draft: annotated,
});

describe('changes to different nodes are merged [R4-134]', () => {
  test('my save follows with both, and can be undone without losing theirs', async () => {
    const { actor, at, inputs, told } = refusedBeside(adas, { graphVersion: 2 });
    send(actor, { type: 'edit.start' }, disable, { type: 'save.draft' });
    await settle();
    expect(at().value).toBe('saving');
    expect(inputs[1]).toMatchObject({ baseLatestVersion: 2, revision: 2, base: annotated });
    expect(inputs[1]?.draft).toMatchObject({
      description: 'theirs',
      meta: { [MODEL_SINK]: { notes: 'theirs' }, [MODEL_TRANSFORM]: { disabled: true } },
    });
    expect(told).toContainEqual({
      type: 'editor.toast',
      status: 'info',
      message: 'Your changes were merged with v2, saved by Ada meanwhile',
    });
    expect(at().context.past.map(({ draft }) => draft.meta[MODEL_SINK]?.notes)).toEqual(['theirs']);
  });

  test('a deployment is confirmed again, since it has changed', async () => {
    const { actor, at, inputs } = refusedBeside(adas, { graphVersion: 2 });
    send(actor, { type: 'edit.start' }, disable, { type: 'save.deploy' }, { type: 'deploy.confirm' });
    await settle();
    expect(selectDialog(at())).toBe('confirmDeploy');
    send(actor, { type: 'deploy.confirm' });
    expect(inputs[1]).toMatchObject({ kind: 'deploy', baseLatestVersion: 2 });
  });

  test('asks where both changed the same, and where their version cannot be read', async () => {
    const same = refusedBeside(adas, { graphVersion: 2 });
    send(same.actor, { type: 'edit.start' }, disable, describeIt, { type: 'save.draft' });
    const unread = refusedBeside(() => Promise.reject(new Error('Not found')), { graphVersion: 2 });
    send(unread.actor, { type: 'edit.start' }, disable, { type: 'save.draft' });
    await settle();
    for (const { at } of [same, unread]) {
      expect(selectDialog(at())).toBe('conflict');
      expect(selectIsDirty(at())).toBe(true);
    }
  });

  test('what is typed while theirs is read is merged too', async () => {
    const reading = Promise.withResolvers<TheirVersion>();
    const { actor, at, inputs } = refusedBeside(() => reading.promise, { graphVersion: 2 });
    send(actor, { type: 'edit.start' }, disable, { type: 'save.draft' });
    await settle();
    send(actor, { type: 'graph.node.note', nodeId: MODEL_TRANSFORM, notes: 'typed' });
    reading.resolve(await adas());
    await settle();
    expect(at().value).toBe('saving');
    expect(inputs[1]?.draft.meta[MODEL_TRANSFORM]).toMatchObject({ disabled: true, notes: 'typed' });
  });
});

describe('a version that someone else saved [R4-134]', () => {
  test('asks; my save follows the version seen, and asks again after a third', async () => {
    const { actor, at, inputs } = refused({ graphVersion: 2 }, { graphVersion: 3 });
    send(actor, { type: 'edit.start' }, disable, { type: 'save.draft' });
    await settle();
    expect(selectDialog(at())).toBe('conflict');
    send(actor, { type: 'conflict.keepMine' });
    await settle();
    expect(selectDialog(at())).toBe('conflict');
    send(actor, { type: 'conflict.keepMine' });
    await settle();
    expect(inputs.map(({ baseLatestVersion }) => baseLatestVersion)).toEqual([1, 2, 3]);
    expect(selectIsDirty(at())).toBe(true);
  });

  test('asks also where only name or description are changed', async () => {
    const { actor, at, inputs } = refused({ revision: 2, graphVersion: 1 });
    send(actor, { type: 'edit.start' }, describeIt, { type: 'save.draft' });
    await settle();
    expect(selectDialog(at())).toBe('conflict');
    send(actor, { type: 'conflict.keepMine' });
    await settle();
    expect(inputs.map(({ revision, progress }) => progress.revision ?? revision)).toEqual([1, 2]);
  });

  test('asks although the version is known: the save began from an older one', async () => {
    const { actor, inputs } = refused();
    const renamed = { ...stored, revision: 2, name: 'web logs of all', latestGraphVersion: 2 };
    send(actor, { type: 'edit.start' }, describeIt, disable);
    send(actor, { type: 'pipeline.changed', pipeline: renamed }, { type: 'save.draft' });
    await settle();
    expect(inputs[0]).toMatchObject({ revision: 1, baseLatestVersion: 1 });
  });

  test('is announced once, while editing with changes and without', () => {
    for (const edits of [[], [disable]]) {
      const { actor, told } = open({ pipeline: stored });
      send(actor, { type: 'edit.start' }, ...edits);
      for (const latestGraphVersion of [1, 2, 2])
        send(actor, { type: 'pipeline.changed', pipeline: { ...stored, latestGraphVersion } });
      expect(told).toEqual([{ type: 'editor.superseded', version: 2 }]);
    }
  });

  test('is not announced for my own save', async () => {
    const { actor, told } = open({ pipeline: stored }, async (input) => ({
      ok: true,
      pipelineId: stored.id,
      graphVersion: 2,
      draft: input.draft,
      progress: { transforms: {} },
      ids: {},
    }));
    const pipeline = { ...stored, latestGraphVersion: 2 };
    send(actor, { type: 'edit.start' }, disable, { type: 'save.draft' });
    send(actor, { type: 'pipeline.changed', pipeline });
    await settle();
    send(actor, { type: 'pipeline.changed', pipeline });
    expect(told.map(({ type }) => type)).not.toContain('editor.superseded');
  });
});

describe('a rename of the pipeline by someone else', () => {
  const renamed = { ...stored, revision: 2, name: 'all logs' };

  test('is taken over where the name was not changed here, in undo too', async () => {
    const { actor, at, inputs } = refused();
    send(actor, { type: 'edit.start' }, disable, { type: 'pipeline.changed', pipeline: renamed });
    expect(selectDraft(at()).name).toBe('all logs');
    send(actor, { type: 'edit.undo' });
    expect(at().matches({ editing: 'clean' })).toBe(true);
    send(actor, { type: 'edit.redo' }, describeIt, { type: 'save.draft' });
    await settle();
    expect(inputs[0]).toMatchObject({ revision: 2, draft: { name: 'all logs', description: 'mine' } });
  });

  test('does not replace a name that was changed here', () => {
    const { actor, at } = open({ pipeline: stored });
    send(actor, { type: 'edit.start' }, { type: 'draft.name.set', name: 'my logs' });
    send(actor, { type: 'pipeline.changed', pipeline: renamed });
    expect(selectDraft(at()).name).toBe('my logs');
    send(actor, { type: 'edit.undo' });
    expect(selectDraft(at()).name).toBe('web logs');
  });

  test('a late answer about the pipeline changes nothing', () => {
    const { actor, at } = open({ pipeline: stored });
    for (const pipeline of [renamed, stored]) send(actor, { type: 'pipeline.changed', pipeline });
    expect(selectDraft(at()).name).toBe('all logs');
  });
});
