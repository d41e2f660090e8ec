import { afterEach, beforeEach, expect, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import {
  createEmptyProgress,
  type SaveInput,
  type SaveOutcome,
  saveLogic,
} from '../../machines/save-sequence/index.ts';
import {
  changedPipelineSaveModel,
  newPipelineSaveModel,
} from '../../machines/save-sequence/save-sequence.model.ts';
import { saveCalls } from '../../src/console/views/pipeline/editor/save-calls.ts';
import { type Draft, emptyDraft } from '../../src/graph/draft.ts';
import {
  createChain,
  createGraphBody,
  makeConnections,
  makePipeline,
  makeTransform,
} from '../api/support/fixtures.ts';
import { startService, type TestService } from '../api/support/service.ts';
import { type CallEnd, connectConsole } from './console-calls.ts';

export const save = (input: SaveInput): Promise<SaveOutcome> =>
  toPromise(createActor(saveLogic(saveCalls), { input }).start());

const nodeOf = (id: string, nodeType: 'SOURCE' | 'SINK' | 'TRANSFORM', templateId: string, config = {}) => ({
  id,
  nodeType,
  name: `${nodeType.toLowerCase()} ${id.slice(-4)}`,
  templateId,
  config,
});

const ORDER = ['SOURCE', 'TRANSFORM', 'SINK'];
export const bySteps =
  ({ nodes }: Draft) =>
  (a: string, b: string) =>
    ORDER.indexOf(nodes[a]!.nodeType) - ORDER.indexOf(nodes[b]!.nodeType);

async function draftWith(api: TestService, name: string, transformId?: string): Promise<Draft> {
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

async function newSave(api: TestService, name: string): Promise<SaveInput> {
  const draft = await draftWith(api, name);
  return { ...newPipelineSaveModel.input!, siteId: api.siteId, draft, progress: createEmptyProgress() };
}

/** Version 1 is stored; description and transform have changed since. */
async function changedSave(api: TestService, name: string): Promise<SaveInput> {
  const pipelineId = await makePipeline(api, name);
  const transformId = await makeTransform(api, pipelineId);
  const base = await draftWith(api, name, transformId);
  const body = createGraphBody(pipelineId, createChain(...Object.keys(base.nodes).toSorted(bySteps(base))));
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
    progress: createEmptyProgress(),
  };
}

export function savesOfFile() {
  let made = 0;
  const nextName = () => {
    made += 1;
    return `pipeline ${made}`;
  };
  const state = { end: 'answer' } as {
    api: TestService;
    /** How the console's next request ends. */
    end: CallEnd;
  };
  beforeEach(async () => {
    state.end = 'answer';
    state.api = await startService();
    connectConsole(state.api, () => state.end);
  });
  afterEach(async () => {
    vi.unstubAllGlobals();
    await state.api.stop();
  });
  return Object.assign(state, {
    newSave: () => newSave(state.api, nextName()),
    changedSave: () => changedSave(state.api, nextName()),
  });
}
