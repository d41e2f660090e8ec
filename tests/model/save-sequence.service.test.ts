import { describe, expect, test } from 'vitest';
import { type ActorRefFrom, createActor, type SnapshotFrom } from 'xstate';
import { defineModel, type MachineModel } from '../../machines/model.ts';
import {
  provideSaveCalls,
  type SaveCalls,
  type SaveInput,
  type SaveOutcome,
  type saveSequenceMachine,
} from '../../machines/save-sequence/index.ts';
import {
  changedPipelineSaveModel,
  newPipelineSaveModel,
} from '../../machines/save-sequence/save-sequence.model.ts';
import { saveCalls } from '../../src/console/views/pipeline/editor/save-calls.ts';
import { driveAll } from '../harness/drive.ts';
import { eventually } from '../harness/eventually.ts';
import { settle } from '../harness/machine-suts.ts';
import { makePaths } from '../harness/paths.ts';
import type { CallEnd } from './console-calls.ts';
import { save, savesOfFile } from './saves.ts';

type Machine = typeof saveSequenceMachine;
type Snapshot = SnapshotFrom<Machine>;
type CallName = keyof SaveCalls;

const CALL_NAMES: CallName[] = ['createPipeline', 'patchPipeline', 'createTransforms', 'putGraph', 'deploy'];

/** The model, with call results that the service can produce. */
function modelOfService(model: MachineModel<Machine>): MachineModel<Machine> {
  const possible = CALL_NAMES.filter((name) =>
    model.vocabulary.some(({ type }) => type === `xstate.done.actor.${name}`),
  );
  const whole = model.vocabulary.filter(
    ({ type, ...rest }) => type.startsWith('xstate.done.') && !('output' in rest && isEmpty(rest.output)),
  );
  const lost = possible.flatMap((name) =>
    (['request lost', 'answer lost'] as const).map(
      (error) => ({ type: `xstate.error.actor.${name}`, error }) as const,
    ),
  );
  return defineModel({ ...model, vocabulary: [...whole, ...lost] });
}
const isEmpty = (output: unknown): boolean =>
  Object.values(output ?? { some: 1 }).every((value) => Array.isArray(value) && value.length === 0);

const shown = ({ value, context }: Snapshot) => ({
  at: value,
  isPipelineKnown: context.progress.pipelineId !== undefined,
  transforms: Object.keys(context.progress.transforms).length,
  isGraphSaved: context.progress.saved !== undefined,
  hasFailed: context.failure !== undefined,
});

const service = savesOfFile();

function runSave(input: SaveInput) {
  const waiting = new Map<string, () => void>();
  const held = Object.fromEntries(
    CALL_NAMES.map((name) => [
      name,
      async (body: never, signal: AbortSignal) => {
        await new Promise<void>((go) => waiting.set(name, go));
        return saveCalls[name](body, signal);
      },
    ]),
  ) as SaveCalls;
  const actor: ActorRefFrom<Machine> = createActor(provideSaveCalls(held), { input }).start();
  return {
    input,
    at: () => actor.getSnapshot(),
    read: () => shown(actor.getSnapshot()),
    send: async (event: { type: string; error?: unknown }) => {
      const name = event.type.replace(/^xstate\.(done|error)\.actor\./, '');
      service.end = event.type.startsWith('xstate.error') ? (event.error as CallEnd) : 'answer';
      const before = actor.getSnapshot();
      const go = waiting.get(name);
      if (!go) throw new Error(`'${name}' is not asked`);
      waiting.delete(name);
      go();
      await eventually(() => expect(actor.getSnapshot()).not.toBe(before));
      await settle();
    },
    dispose: () => {
      actor.stop();
    },
  };
}

async function storedAfterRetry(input: SaveInput, outcome: SaveOutcome) {
  service.end = 'answer';
  const retry = await save({ ...input, progress: outcome.progress });
  if (!retry.ok) throw new Error(`the retry failed: ${retry.failure.message}`);
  await service.api.service.services.lifecycle.settled();
  const { pipeline } = (await service.api.call('getPipeline', { path: { pipelineId: retry.pipelineId } }))
    .body;
  const { rows } = await service.api.store.transforms.list({});
  const own = rows.filter((row) => row.pipeline_id === retry.pipelineId);
  const versions = await service.api.call('listVersions', { path: { pipelineId: retry.pipelineId } });
  const pipelines = await service.api.store.pipelines.list({ siteIds: [service.api.siteId] });
  return {
    namesakes: pipelines.rows.filter((row) => row.name === input.draft.name).length,
    description: pipeline.description,
    status: pipeline.status,
    version: pipeline.deployedGraphVersion,
    versions: versions.body.versions.length,
    transforms: own.length,
    orphans: await orphansAmong(retry.pipelineId, own),
  };
}

async function orphansAmong(pipelineId: string, rows: { id: string }[]): Promise<string[]> {
  const used = await service.api.store.versions.newestNodesOf([pipelineId]);
  const named = new Set(used.map((node) => node.node_id));
  return rows.map(({ id }) => id).filter((id) => !named.has(id));
}

describe.each([
  {
    model: newPipelineSaveModel,
    makeInput: service.newSave,
    stored: { description: '', version: 1, versions: 1, transforms: 1, orphans: 0 },
  },
  {
    model: changedPipelineSaveModel,
    makeInput: service.changedSave,
    // Version 1 keeps its own transform.
    stored: { description: 'less noise', version: 2, versions: 2, transforms: 2, orphans: 1 },
  },
])('the $model.name through HTTP [E2, E3]', ({ model, makeInput, stored }) => {
  test('lost calls: a retry ends with one pipeline and new version [R4-85]', async () => {
    const paths = makePaths(modelOfService(model));
    expect(paths.paths.length).toBeGreaterThan(6);
    const walked = await driveAll(paths, {
      drives: new Set(paths.model.vocabulary.map(({ type }) => type)),
      create: async () => runSave(await makeInput()),
      project: shown,
      check: async (snapshot, system) => {
        if (snapshot.status !== 'done') return;
        const { output } = system.at();
        if (!output) throw new Error('a save without an outcome');
        const { orphans, ...rest } = await storedAfterRetry(system.input, output);
        expect({ ...rest, orphans: orphans.length }).toEqual({ namesakes: 1, status: 'DEPLOYED', ...stored });
      },
    });
    expect(walked).toBe(paths.edges.size);
  });
});
