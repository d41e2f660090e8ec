import { describe, expect, test } from 'vitest';
import { createActor, toPromise } from 'xstate';
import {
  type SaveCalls,
  type SaveInput,
  type SaveOutcome,
  saveLogic,
} from '../../machines/save-sequence/index.ts';
import { saveCalls } from '../../src/console/views/pipeline/editor/save-calls.ts';
import { createChain, createGraphBody } from '../api/support/fixtures.ts';
import { bySteps, save, savesOfFile } from './saves.ts';

const service = savesOfFile();

test('three people save one version: nobody overwrites unseen changes [R4-134]', async () => {
  const input = await service.changedSave();
  const { draft, pipelineId = '', base } = input;
  const edges = createChain(...Object.keys(base.nodes).toSorted(bySteps(base)));
  const saveAs = (name: string, ifMatch: number) =>
    service.api.call('saveGraph', {
      body: createGraphBody(pipelineId, edges, {}, name),
      headers: { 'if-match': `"${ifMatch}"` },
    });
  const theirsOf = (outcome: SaveOutcome) => (outcome.ok ? undefined : outcome.failure.theirs);
  const again = (outcome: SaveOutcome) => {
    const baseLatestVersion = theirsOf(outcome)?.graphVersion ?? 0;
    return save({ ...input, baseLatestVersion, progress: outcome.progress });
  };
  expect((await saveAs('second', 1)).status).toBe(200);
  const refused = await save(input);
  expect(refused).toMatchObject({ failure: { code: 'STALE_VERSION', theirs: { graphVersion: 2 } } });
  // The user saw version 2 and saves on top of it; meanwhile `third` saves.
  expect((await saveAs('third', 2)).status).toBe(200);
  const refusedAgain = await again(refused);
  expect(refusedAgain).toMatchObject({ failure: { code: 'STALE_VERSION', theirs: { graphVersion: 3 } } });
  expect(await again(refusedAgain)).toMatchObject({ ok: true, graphVersion: 4 });
  const { versions } = (await service.api.call('listVersions', { path: { pipelineId } })).body;
  expect(versions.map(({ name }: { name: string }) => name)).toEqual([
    draft.versionName,
    'third',
    'second',
    '',
  ]);
  expect((await service.api.call('getPipeline', { path: { pipelineId } })).body.pipeline.description).toBe(
    draft.description,
  );
});

test('a rename by someone else is not overwritten unasked', async () => {
  const input = await service.changedSave();
  const pipeline = { id: input.pipelineId, name: `${input.draft.name}, renamed` };
  await service.api.call('updatePipeline', { body: { pipeline } });
  const refused = await save(input);
  const revision = (input.revision ?? 0) + 1;
  expect(refused).toMatchObject({
    failure: { code: 'STALE_VERSION', theirs: { revision, graphVersion: 1 } },
  });
  expect(await save({ ...input, revision, progress: refused.progress })).toMatchObject({ ok: true });
});

describe('a save whose page was closed half-way [R4-85]', () => {
  const closedAt = async (input: SaveInput, name: keyof SaveCalls) => {
    const failing: SaveCalls = {
      ...saveCalls,
      [name]: () => Promise.reject(new Error('The page is closed')),
    };
    await toPromise(createActor(saveLogic(failing), { input }).start());
  };

  test('resumes with the pipeline it had made: nothing is made twice', async () => {
    const input = await service.newSave();
    await closedAt(input, 'createTransforms');
    const { rows } = await service.api.store.pipelines.list({ siteIds: [service.api.siteId] });
    const again = await save(input);
    expect(again).toMatchObject({ ok: true, pipelineId: rows[0]?.id });
    await service.api.service.services.lifecycle.settled();
    expect((await service.api.store.pipelines.list({ siteIds: [service.api.siteId] })).rows).toHaveLength(1);
  });

  test('makes another pipeline when the first was deleted meanwhile', async () => {
    const input = await service.newSave();
    await closedAt(input, 'createTransforms');
    const [first] = (await service.api.store.pipelines.list({ siteIds: [service.api.siteId] })).rows;
    await service.api.call('runPipelineAction', { body: { pipelineId: first?.id, action: 'DELETE' } });
    await service.api.service.services.lifecycle.settled();
    const refused = await save(input);
    expect(refused.ok).toBe(false);
    expect(await save({ ...input, progress: refused.progress })).toMatchObject({ ok: true });
  });
});
