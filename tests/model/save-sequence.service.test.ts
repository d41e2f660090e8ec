import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ActorRefFrom, createActor, type SnapshotFrom, toPromise } from 'xstate';
import { defineModel, type MachineModel } from '../../machines/model.ts';
import { type Draft, emptyDraft } from '../../machines/pipeline-editor/index.ts';
import {
  emptyProgress,
  provideSaveCalls,
  type SaveCalls,
  type SaveInput,
  type SaveOutcome,
  saveLogic,
  type saveSequenceMachine,
} from '../../machines/save-sequence/index.ts';
import {
  changedPipelineSaveModel,
  newPipelineSaveModel,
} from '../../machines/save-sequence/save-sequence.model.ts';
import { saveCalls } from '../../src/console/views/pipeline/save-calls.ts';
import { chain, graphBody, makeConnections, makePipeline, makeTransform } from '../api/support/fixtures.ts';
import { startService, type TestService } from '../api/support/service.ts';
import { driveAll } from '../harness/drive.ts';
import { settle } from '../harness/machine-suts.ts';
import { makePaths } from '../harness/paths.ts';
import { type CallEnd, connectConsole } from './console-calls.ts';

type Machine = typeof saveSequenceMachine;
type Snapshot = SnapshotFrom<Machine>;
type CallName = keyof SaveCalls;

const CALL_NAMES: CallName[] = ['createPipeline', 'patchPipeline', 'createTransforms', 'putGraph', 'deploy'];

/** The model with the ends the service can give a call. */
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

let api: TestService;
/** What happens to the next request that leaves the console. */
let end: CallEnd = 'answer';
let made = 0;

beforeEach(async () => {
  api = await startService();
  connectConsole(api, () => end);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await api.stop();
});

/** A save in progress: each call waits until it is said how it ends. */
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
      end = event.type.startsWith('xstate.error') ? (event.error as CallEnd) : 'answer';
      const before = actor.getSnapshot();
      const go = waiting.get(name);
      if (!go) throw new Error(`'${name}' is not asked`);
      waiting.delete(name);
      go();
      await vi.waitFor(() => expect(actor.getSnapshot()).not.toBe(before));
      await settle();
    },
    dispose: () => {
      actor.stop();
    },
  };
}

const nodeOf = (id: string, nodeType: 'SOURCE' | 'SINK' | 'TRANSFORM', templateId: string, config = {}) => ({
  id,
  nodeType,
  name: `${nodeType.toLowerCase()} ${id.slice(-4)}`,
  templateId,
  config,
});

/** A source, one transform and a destination that stand in the service. */
async function draftWith(name: string, transformId?: string): Promise<Draft> {
  const { sourceId, sinkId, port } = await makeConnections(api, name);
  const middle = transformId ?? 'new-1';
  return {
    ...emptyDraft(name),
    nodes: {
      [sourceId]: nodeOf(sourceId, 'SOURCE', 'tcp', { port }),
      [middle]: { ...nodeOf(middle, 'TRANSFORM', 'parse_json'), name: 'Parse' },
      [sinkId]: nodeOf(sinkId, 'SINK', 'blackhole'),
    },
    edges: { [sourceId]: { nodeIds: [middle] }, [middle]: { nodeIds: [sinkId] } },
  };
}

async function newSave(): Promise<SaveInput> {
  made += 1;
  const draft = await draftWith(`pipeline ${made}`);
  return { ...newPipelineSaveModel.input!, siteId: api.siteId, draft, progress: emptyProgress() };
}

/** Version 1 is stored; the description and the transform have changed since. */
async function changedSave(): Promise<SaveInput> {
  made += 1;
  const name = `pipeline ${made}`;
  const pipelineId = await makePipeline(api, name);
  const transformId = await makeTransform(api, pipelineId);
  const base = await draftWith(name, transformId);
  const body = graphBody(pipelineId, chain(...Object.keys(base.nodes).toSorted(bySteps(base))));
  expect((await api.call('saveGraph', { body })).status).toBe(200);
  const transform = { ...base.nodes[transformId]!, config: { onError: 'drop' } };
  const draft = {
    ...base,
    description: 'less noise',
    nodes: { ...base.nodes, [transformId]: transform },
  };
  const { revision } = (await api.call('getPipeline', { path: { pipelineId } })).body.pipeline;
  return {
    ...changedPipelineSaveModel.input!,
    siteId: api.siteId,
    pipelineId,
    revision,
    base,
    draft,
    progress: emptyProgress(),
  };
}
const ORDER = ['SOURCE', 'TRANSFORM', 'SINK'];
const bySteps =
  ({ nodes }: Draft) =>
  (a: string, b: string) =>
    ORDER.indexOf(nodes[a]!.nodeType) - ORDER.indexOf(nodes[b]!.nodeType);

const save = (input: SaveInput): Promise<SaveOutcome> =>
  toPromise(createActor(saveLogic(saveCalls), { input }).start());

/** What the service holds once the save is tried again until it succeeds. */
async function storedAfterRetry(input: SaveInput, outcome: SaveOutcome) {
  end = 'answer';
  const retry = await save({ ...input, progress: outcome.progress });
  if (!retry.ok) throw new Error(`the retry failed: ${retry.failure.message}`);
  await api.service.services.lifecycle.settled();
  const { pipeline } = (await api.call('getPipeline', { path: { pipelineId: retry.pipelineId } })).body;
  const { rows } = await api.store.transforms.list({});
  const own = rows.filter((row) => row.pipeline_id === retry.pipelineId);
  const versions = await api.call('listVersions', { path: { pipelineId: retry.pipelineId } });
  const pipelines = await api.store.pipelines.list({ siteIds: [api.siteId] });
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
  const used = await api.store.versions.newestNodesOf([pipelineId]);
  const named = new Set(used.map((node) => node.node_id));
  return rows.map(({ id }) => id).filter((id) => !named.has(id));
}

describe.each([
  {
    model: newPipelineSaveModel,
    makeInput: newSave,
    stored: { description: '', version: 1, versions: 1, transforms: 1, orphans: 0 },
  },
  {
    model: changedPipelineSaveModel,
    makeInput: changedSave,
    // The transform of version 1 stays with version 1.
    stored: { description: 'less noise', version: 2, versions: 2, transforms: 2, orphans: 1 },
  },
])('the $model.name through HTTP (E2, E3)', ({ model, makeInput, stored }) => {
  test('whatever is lost on the way, a retry ends with one pipeline, no orphan and one new version (R4-85)', async () => {
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

test('of three people who save one version, none writes over what another did not see (R4-134)', async () => {
  end = 'answer';
  const input = await changedSave();
  const { draft, pipelineId = '', base } = input;
  const edges = chain(...Object.keys(base.nodes).toSorted(bySteps(base)));
  const saveAs = (name: string, ifMatch: number) =>
    api.call('saveGraph', {
      body: graphBody(pipelineId, edges, {}, name),
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
  // I have seen version 2, and say that mine comes after it. Meanwhile the third one saves.
  expect((await saveAs('third', 2)).status).toBe(200);
  const refusedAgain = await again(refused);
  expect(refusedAgain).toMatchObject({ failure: { code: 'STALE_VERSION', theirs: { graphVersion: 3 } } });
  expect(await again(refusedAgain)).toMatchObject({ ok: true, graphVersion: 4 });
  const { versions } = (await api.call('listVersions', { path: { pipelineId } })).body;
  expect(versions.map(({ name }: { name: string }) => name)).toEqual([
    draft.versionName,
    'third',
    'second',
    '',
  ]);
  expect((await api.call('getPipeline', { path: { pipelineId } })).body.pipeline.description).toBe(
    draft.description,
  );
});

test('a name that another gave it meanwhile is not written over unasked either', async () => {
  end = 'answer';
  const input = await changedSave();
  const pipeline = { id: input.pipelineId, name: `${input.draft.name}, renamed` };
  await api.call('updatePipeline', { body: { pipeline } });
  const refused = await save(input);
  const revision = (input.revision ?? 0) + 1;
  expect(refused).toMatchObject({
    failure: { code: 'STALE_VERSION', theirs: { revision, graphVersion: 1 } },
  });
  expect(await save({ ...input, revision, progress: refused.progress })).toMatchObject({ ok: true });
});

describe('a save whose page was closed half-way (R4-85)', () => {
  const closedAt = async (input: SaveInput, name: CallName) => {
    const failing: SaveCalls = {
      ...saveCalls,
      [name]: () => Promise.reject(new Error('The page is closed')),
    };
    await toPromise(createActor(saveLogic(failing), { input }).start());
  };

  test('begins anew with the pipeline it had made: nothing is made twice', async () => {
    end = 'answer';
    const input = await newSave();
    await closedAt(input, 'createTransforms');
    const { rows } = await api.store.pipelines.list({ siteIds: [api.siteId] });
    const again = await save(input);
    expect(again).toMatchObject({ ok: true, pipelineId: rows[0]?.id });
    await api.service.services.lifecycle.settled();
    expect((await api.store.pipelines.list({ siteIds: [api.siteId] })).rows).toHaveLength(1);
  });

  test('makes another pipeline when the first was deleted meanwhile', async () => {
    end = 'answer';
    const input = await newSave();
    await closedAt(input, 'createTransforms');
    const [first] = (await api.store.pipelines.list({ siteIds: [api.siteId] })).rows;
    await api.call('runPipelineAction', { body: { pipelineId: first?.id, action: 'DELETE' } });
    await api.service.services.lifecycle.settled();
    const refused = await save(input);
    expect(refused.ok).toBe(false);
    expect(await save({ ...input, progress: refused.progress })).toMatchObject({ ok: true });
  });
});
