import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { saveCalls } from './save-calls.ts';

const BASE = 'https://console.example/penstock/';
const SITE = '400000000000000001';
const PIPELINE = '300000000000000001';
const [SOURCE, TRANSFORM, SINK] = ['200000000000000001', '100000000000000001', '200000000000000002'];
const EDGES = { [SOURCE]: { nodeIds: [TRANSFORM] }, [TRANSFORM]: { nodeIds: [SINK] } };

let asked: { line: string; body: unknown }[] = [];
let answer: unknown;
const signal = new AbortController().signal;

beforeEach(() => {
  document.head.innerHTML = `<meta name="penstock:api-base-url" content="${BASE}">`;
  asked = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push({ line: `${request.method} ${request.url}`, body: await request.clone().json() });
    return Response.json(answer);
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the base URL of calls [R7-01]', () => {
  test('a pipeline is created as one of people, and gives its id [R7-37, R7-38, R3-07]', async () => {
    answer = { id: PIPELINE, revision: 1 };
    const details = { siteId: SITE, name: 'web', description: '' };
    expect(await saveCalls.createPipeline(details, signal)).toMatchObject({ id: PIPELINE });
    expect(asked).toEqual([
      { line: `POST ${BASE}v1/pipeline`, body: { pipeline: { ...details, pipelineType: 'USER' } } },
    ]);
  });
});

test('name and description are changed by a pipeline of the same shape [R7-39]', async () => {
  answer = { revision: 2 };
  await saveCalls.patchPipeline(
    { id: PIPELINE, siteId: SITE, name: 'web', description: 'x', revision: 1 },
    signal,
  );
  expect(asked).toEqual([
    { line: `PATCH ${BASE}v1/pipeline`, body: { pipeline: { id: PIPELINE, name: 'web', description: 'x' } } },
  ]);
});

test('transforms are sent without ids, and ids return in order [R7-59, R7-60, R3-22]', async () => {
  answer = { transformIds: ['100000000000000008', '100000000000000009'], unfinishedIds: [] };
  const own = { name: 'Parse', description: '', templateId: 'parse_json', config: { a: 1 } };
  const node = { ...own, nodeType: 'TRANSFORM' as const };
  const marks = { id: TRANSFORM, isDirty: true, isInvalid: false, isNew: true, icon: 'braces' };
  const transforms = [
    { ...node, ...marks },
    { ...node, name: 'Drop' },
  ] as Parameters<typeof saveCalls.createTransforms>[0]['transforms'];
  expect(
    await saveCalls.createTransforms({ siteId: SITE, pipelineId: PIPELINE, transforms }, signal),
  ).toEqual(answer);
  expect(asked[0]?.line).toBe(`POST ${BASE}v1/transforms`);
  expect(asked[0]?.body).toEqual({
    transforms: [
      { ...own, pipelineId: PIPELINE },
      { ...own, name: 'Drop', pipelineId: PIPELINE },
    ],
  });
});

test('the graph is saved with its edges, metaInfo and version info [R4-57, R7-42]', async () => {
  const graph = { pipelineId: PIPELINE, version: 3, nodes: {}, edges: EDGES, metaInfo: {} };
  answer = { graph };
  const metaInfo = { [TRANSFORM]: { notes: 'why' } };
  const input = {
    siteId: SITE,
    pipelineId: PIPELINE,
    edges: EDGES,
    metaInfo,
    versionName: 'less noise',
    baseVersion: 2,
  };
  expect(await saveCalls.putGraph(input, signal)).toEqual({ version: 3 });
  expect(asked).toEqual([
    {
      line: `PUT ${BASE}v1/pipeline-graph`,
      body: {
        pipelineId: PIPELINE,
        edges: EDGES,
        metaInfo,
        versionInfo: { pipelineId: PIPELINE, name: 'less noise' },
      },
    },
  ]);
});
