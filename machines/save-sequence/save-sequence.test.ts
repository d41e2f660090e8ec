import { describe, expect, test } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { provideSaveCalls, saveLogic } from './save-sequence.logic.ts';
import {
  changedPipelineSave,
  changedPipelineSaveModel,
  newPipelineSave,
  newPipelineSaveModel,
} from './save-sequence.model.ts';
import { createEmptyProgress, type SaveCalls, type SaveInput } from './save-sequence.types.ts';

const actors = ['createPipeline', 'patchPipeline', 'createTransforms', 'putGraph', 'deploy'];

describe.each([newPipelineSaveModel, changedPipelineSaveModel])(
  'every transition of the $name [E2, E3]',
  (model) => {
    const paths = makePaths(model);
    test('never calls before it has what the call needs', async () => {
      await driveAll(
        paths,
        createPureSut(model, ({ value, context, output, status }) => {
          const { progress } = context;
          if (value !== 'creatingPipeline' && value !== 'failed') expect(progress.pipelineId).toBeTruthy();
          if (value === 'savingGraph' || value === 'done')
            expect(Object.keys(progress.transforms)).toHaveLength(1);
          if (status === 'done') expect(output?.ok).toBe(value === 'done');
        }),
      );
    });
    test('a running actor does the same', async () => {
      await driveAll(paths, createActorSut(model, { actors }));
    });
  },
);

/** Records calls; fails once at `failAt`. */
function recordedCalls(failAt?: string, code = 'INTERNAL') {
  const log: { call: string; body: unknown }[] = [];
  let failing = failAt;
  const answer = async <Answer>(call: string, body: unknown, value: Answer): Promise<Answer> => {
    log.push({ call, body });
    if (failing === call) {
      failing = undefined;
      throw Object.assign(new Error(`${call} failed`), { code });
    }
    return value;
  };
  const calls: SaveCalls = {
    createPipeline: (body) => answer('createPipeline', body, { id: '300000000000000001' }),
    patchPipeline: (body) => answer('patchPipeline', body, { revision: 2 }),
    createTransforms: (body) =>
      answer('createTransforms', body, {
        transformIds: body.transforms.map((_, index) => `10000000000000000${index + 1}`),
      }),
    putGraph: (body) => answer('putGraph', body, { version: 2 }),
    deploy: (body) => answer('deploy', body, undefined),
  };
  return { log, calls, names: () => log.map(({ call }) => call) };
}
const save = (calls: SaveCalls, input: SaveInput) =>
  toPromise(createActor(saveLogic(calls), { input }).start());

describe('order of the calls', () => {
  test('a new pipeline: pipeline, transforms, graph, deploy [R4-65, R4-66, R4-81]', async () => {
    const { calls, names, log } = recordedCalls();
    const outcome = await save(calls, newPipelineSave);
    expect(names()).toEqual(['createPipeline', 'createTransforms', 'putGraph', 'deploy']);
    expect(outcome).toMatchObject({ ok: true, graphVersion: 2, ids: { 'new-1': '100000000000000001' } });
    expect(log[2]?.body).toMatchObject({
      edges: {
        '200000000000000001': { nodeIds: ['100000000000000001'] },
        '100000000000000001': { nodeIds: ['200000000000000002'] },
        '200000000000000002': { nodeIds: [] },
      },
    });
    expect(log[1]?.body).toMatchObject({ transforms: [{ name: 'drop debug', config: { a: 1 } }] });
    expect(log[3]?.body).toMatchObject({ graphVersion: 2 });
  });

  test('a changed one: details, dirty transforms, then the graph as a version [R4-57, R4-134, R5-20]', async () => {
    const { calls, names, log } = recordedCalls();
    const draft = { ...changedPipelineSave.draft, versionName: 'less noise' };
    await save(calls, { ...changedPipelineSave, draft, kind: 'draft' });
    expect(names()).toEqual(['patchPipeline', 'createTransforms', 'putGraph']);
    expect(log[2]?.body).toMatchObject({
      pipelineId: changedPipelineSave.pipelineId,
      versionName: 'less noise',
    });
  });

  test('an unchanged one is deployed as it is; forced with the mark [R4-69]', async () => {
    const { calls, log } = recordedCalls();
    const unchanged = { ...changedPipelineSave, draft: changedPipelineSave.base };
    await save(calls, unchanged);
    await save(calls, { ...unchanged, kind: 'force' });
    expect(log.map(({ call, body }) => [call, body])).toEqual([
      ['deploy', expect.objectContaining({ graphVersion: 1, force: false })],
      ['deploy', expect.objectContaining({ graphVersion: 1, force: true })],
    ]);
  });

  test('an unchanged older version can be saved as the latest [R4-132]', async () => {
    const { calls, names } = recordedCalls();
    await save(calls, {
      ...changedPipelineSave,
      kind: 'draft',
      draft: changedPipelineSave.base,
      saveUnchanged: true,
    });
    expect(names()).toEqual(['putGraph']);
  });
});

describe('a retry goes on where the last try ended [R4-85]', () => {
  test.each([
    ['createPipeline', ['createPipeline', 'createTransforms', 'putGraph', 'deploy']],
    ['createTransforms', ['createTransforms', 'putGraph', 'deploy']],
    ['putGraph', ['putGraph', 'deploy']],
    ['deploy', ['deploy']],
  ])('after a failure of %s', async (failAt, rest) => {
    const { calls, names, log } = recordedCalls(failAt);
    const first = await save(calls, newPipelineSave);
    expect(first).toMatchObject({ ok: false, failure: { message: `${failAt} failed`, code: 'INTERNAL' } });
    log.length = 0;
    const second = await save(calls, { ...newPipelineSave, progress: first.progress });
    expect(names()).toEqual(rest);
    expect(second.ok).toBe(true);
  });

  test('a transform changed in between is created again with its new content', async () => {
    const { calls, names, log } = recordedCalls('putGraph');
    const first = await save(calls, newPipelineSave);
    log.length = 0;
    const node = { ...newPipelineSave.draft.nodes['new-1']!, config: { a: 9 } };
    const draft = { ...newPipelineSave.draft, nodes: { ...newPipelineSave.draft.nodes, 'new-1': node } };
    await save(calls, { ...newPipelineSave, draft, progress: first.progress });
    expect(names()).toEqual(['createTransforms', 'putGraph', 'deploy']);
    expect(log[0]?.body).toMatchObject({ transforms: [{ config: { a: 9 } }] });
  });
});

describe('what the service no longer knows is made again', () => {
  test.each([
    ['putGraph', 'GRAPH_INVALID', ['createTransforms', 'putGraph', 'deploy']],
    ['createTransforms', 'NOT_FOUND', ['createPipeline', 'createTransforms', 'putGraph', 'deploy']],
  ] as const)('after %s was refused with %s', async (at, code, rest) => {
    const { calls, names, log } = recordedCalls(at, code);
    const first = await save(calls, newPipelineSave);
    log.length = 0;
    const second = await save(calls, { ...newPipelineSave, progress: first.progress });
    expect(names()).toEqual(rest);
    expect(second.ok).toBe(true);
  });
});

describe('answers that cannot be used', () => {
  const failing = async (over: Partial<SaveCalls>, input: SaveInput) => {
    const outcome = await save({ ...recordedCalls().calls, ...over }, input);
    return outcome.ok ? undefined : outcome.failure.message;
  };
  test('no pipeline id [R5-23, R8-56]', async () => {
    expect(await failing({ createPipeline: async () => ({}) }, newPipelineSave)).toBe(
      'No pipeline ID received',
    );
  });
  test('no graph version [R5-24, R8-57]', async () => {
    expect(await failing({ putGraph: async () => ({}) }, newPipelineSave)).toBe(
      'Invalid Graph version received or invalid pipeline id',
    );
  });
  test('nothing to deploy [R5-24]', async () => {
    const input: SaveInput = {
      ...changedPipelineSave,
      kind: 'force',
      shownVersion: 0,
      progress: createEmptyProgress(),
    };
    expect(await failing({}, input)).toBe('Invalid Graph version received or invalid pipeline id');
  });
});

test('stopping aborts the call under way', async () => {
  const { calls } = recordedCalls();
  let aborted = false;
  const waiting: SaveCalls = {
    ...calls,
    createPipeline: (_body, signal) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          aborted = true;
        });
      }),
  };
  const actor = createActor(saveLogic(waiting), { input: newPipelineSave }).start();
  actor.stop();
  expect(aborted).toBe(true);
  expect(provideSaveCalls(waiting).id).toBe('saveSequence');
});
