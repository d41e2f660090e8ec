import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import {
  createEmptyProgress,
  type SaveCalls,
  type SaveInput,
  saveLogic,
} from '../../machines/save-sequence/index.ts';
import { saveCalls } from '../../src/console/views/pipeline/editor/save-calls.ts';
import { emptyDraft } from '../../src/graph/draft.ts';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { expectNothingLeftBehind } from '../harness/left-behind.ts';
import { freePort, type Product, removeFolder, startProduct } from '../harness/product.ts';

/** The save's call, and whether the service dies before receiving or before answering it. */
type Kill = { at: keyof SaveCalls; when: 'before' | 'after' };

const CALL_OF: Record<string, keyof SaveCalls> = {
  'POST /v1/pipeline': 'createPipeline',
  'PATCH /v1/pipeline': 'patchPipeline',
  'POST /v1/transforms': 'createTransforms',
  'PUT /v1/pipeline-graph': 'putGraph',
  'PATCH /v1/pipeline/action': 'deploy',
};

/** Busy machines start slowly; only the final state matters. */
const SETTLED_MS = 60_000;
const TEST_MS = 180_000;

const ask = fetch;
let product: Product;
let api: ProductApi;
let siteId: string;
let kill: Kill | undefined;
let made = 0;

const start = async (dataFolder?: string) => {
  product = await startProduct(dataFolder === undefined ? {} : { dataFolder });
  api = new ProductApi(product.url);
};

const connectConsole = () => {
  vi.stubGlobal('document', {
    baseURI: 'http://console/',
    querySelector: () => ({ content: 'http://console/' }),
  });
  vi.stubGlobal('fetch', async (...asked: ConstructorParameters<typeof Request>) => {
    const request = new Request(...asked);
    const { pathname, search } = new URL(request.url);
    const isHit = kill && CALL_OF[`${request.method} ${pathname}`] === kill.at;
    if (isHit && kill?.when === 'before') {
      await product.kill();
      throw new TypeError('fetch failed');
    }
    const body = request.method === 'GET' ? undefined : await request.text();
    const { method, headers } = request;
    const answer = await ask(
      `${product.url}${pathname}${search}`,
      body === undefined ? { method, headers } : { method, headers, body },
    );
    if (!isHit) return answer;
    await product.kill();
    throw new TypeError('fetch failed');
  });
};

beforeAll(async () => {
  await start();
  siteId = await api.siteId();
}, TEST_MS);
afterEach(() => vi.unstubAllGlobals());
afterAll(async () => {
  await product.kill();
  removeFolder(product.dataFolder);
});

const node = (id: string, nodeType: 'SOURCE' | 'SINK' | 'TRANSFORM', templateId: string, config = {}) => ({
  id,
  nodeType,
  name: `${nodeType} ${id.slice(-4)}`,
  templateId,
  config,
});

async function newSave(): Promise<SaveInput> {
  made += 1;
  const port = await freePort();
  const source = await api.call('createSource', {
    body: { source: { siteId, name: `In ${made}`, templateId: 'tcp', config: { port } } },
  });
  const sink = await api.call('createSink', {
    body: { sink: { siteId, name: `Out ${made}`, templateId: 'blackhole', config: {} } },
  });
  const draft = {
    ...emptyDraft(`pipeline ${made}`),
    nodes: {
      [source.id]: node(source.id, 'SOURCE', 'tcp'),
      'new-1': { ...node('new-1', 'TRANSFORM', 'parse_json'), name: 'Parse' },
      [sink.id]: node(sink.id, 'SINK', 'blackhole'),
    },
    edges: { [source.id]: { nodeIds: ['new-1'] }, 'new-1': { nodeIds: [sink.id] } },
  };
  return {
    kind: 'deploy',
    siteId,
    draft,
    base: emptyDraft(),
    shownVersion: 0,
    baseLatestVersion: 0,
    saveUnchanged: false,
    progress: createEmptyProgress(),
  };
}

const save = (input: SaveInput) => toPromise(createActor(saveLogic(saveCalls), { input }).start());

/** The same pipeline deployed, with changed description and transform. */
async function changedSave(): Promise<SaveInput> {
  const first = await newSave();
  const outcome = await save(first);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const { revision } = await api.settled(outcome.pipelineId, 'DEPLOYED', SETTLED_MS);
  const { draft: base, pipelineId } = outcome;
  const [transform] = Object.values(base.nodes).filter(({ nodeType }) => nodeType === 'TRANSFORM');
  if (!transform) throw new Error('no transform');
  const changed = { ...transform, config: { onError: 'drop' } };
  const draft = { ...base, description: 'less noise', nodes: { ...base.nodes, [changed.id]: changed } };
  return { ...first, pipelineId, revision, base, draft, shownVersion: 1, baseLatestVersion: 1 };
}

async function saveThroughKill(input: SaveInput, how: Kill): Promise<string> {
  kill = how;
  const broken = await save(input);
  kill = undefined;
  expect(broken.ok).toBe(false);
  await start(product.dataFolder);
  const retry = await save({ ...input, progress: broken.progress });
  // It got the order before it died, and has carried it out.
  const wasHeard = how.at === 'deploy' && how.when === 'after';
  if (!retry.ok && !wasHeard) throw new Error(retry.failure.message);
  return retry.progress.pipelineId ?? '';
}

const NEW_STEPS = ['createPipeline', 'createTransforms', 'putGraph', 'deploy'] as const;
const CHANGED_STEPS = ['patchPipeline', 'createTransforms', 'putGraph', 'deploy'] as const;
/** `npm test` loses each answer once; PENSTOCK_TEST_LONG also loses requests. */
const WHEN = process.env.PENSTOCK_TEST_LONG ? (['after', 'before'] as const) : (['after'] as const);
const LATER_STEPS = process.env.PENSTOCK_TEST_LONG ? CHANGED_STEPS : CHANGED_STEPS.slice(0, 1);

describe.each(WHEN)('kill -9 of the service %s a step of the save sequence [R4-85]', (when) => {
  test.each(NEW_STEPS)(
    'of a new pipeline: %s',
    async (at) => {
      connectConsole();
      const pipelineId = await saveThroughKill(await newSave(), { at, when });
      expect(await api.settled(pipelineId, 'DEPLOYED', SETTLED_MS)).toMatchObject({
        deployedGraphVersion: 1,
      });
      await expectNothingLeftBehind(api, siteId);
    },
    TEST_MS,
  );

  test.each(LATER_STEPS)(
    'of a changed one: %s',
    async (at) => {
      connectConsole();
      const pipelineId = await saveThroughKill(await changedSave(), { at, when });
      await eventually(
        async () =>
          expect(await api.pipeline(pipelineId)).toMatchObject({
            description: 'less noise',
            latestGraphVersion: 2,
            deployedGraphVersion: 2,
            pendingAction: 'NOP',
          }),
        SETTLED_MS,
      );
      await expectNothingLeftBehind(api, siteId);
    },
    TEST_MS,
  );
});
