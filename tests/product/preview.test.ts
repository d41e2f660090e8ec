import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DraftGraph } from '../../src/contract/calls/preview.ts';
import type { Graph } from '../../src/contract/entities/pipeline.ts';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort, type Product, removeFolder, startProduct } from '../harness/product.ts';

let product: Product;
let api: ProductApi;
let siteId: string;
beforeAll(async () => {
  product = await startProduct();
  api = new ProductApi(product.url);
  siteId = await api.siteId();
}, 90_000);
afterAll(async () => {
  await product.stop();
  removeFolder(product.dataFolder);
});

const draftOf = ({ nodes, edges, metaInfo }: Graph): DraftGraph => ({
  nodes: Object.fromEntries(
    Object.entries(nodes).map(([id, { nodeType, name, templateId, config }]) => [
      id,
      { nodeType, name, templateId, config },
    ]),
  ),
  edges,
  metaInfo,
});

const trimming = (...fields: string[]) => ({ name: 'Trim', templateId: 'remove_fields', config: { fields } });

async function saveOtherTrim(built: Built): Promise<number> {
  const [parseId = '', lineageId = ''] = built.transformIds;
  const { transformIds } = await api.call('createTransforms', {
    body: { transforms: [{ ...trimming('n'), pipelineId: built.pipelineId, lineageId }] },
  });
  const [trimId = ''] = transformIds;
  const { graph } = await api.call('saveGraph', {
    ifMatch: built.version,
    body: {
      pipelineId: built.pipelineId,
      edges: {
        [built.sourceId]: { nodeIds: [parseId] },
        [parseId]: { nodeIds: [trimId] },
        [trimId]: { nodeIds: built.sinkIds },
      },
      versionInfo: { pipelineId: built.pipelineId },
    },
  });
  return graph.version;
}

test('a pinned sample refuses a version that breaks it', async () => {
  const port = await freePort();
  const output = join(product.dataFolder, 'out.ndjson');
  const built = await buildPipeline(api, siteId, {
    name: 'Captured',
    source: { name: 'In', templateId: 'http_server', config: { port, format: 'text' } },
    transforms: [{ name: 'Parse', templateId: 'parse_json', config: {} }, trimming('secret')],
    sinks: [{ name: 'Out', templateId: 'file', config: { path: output } }],
  });
  const { pipelineId, sourceId, version } = built;
  const [, trimId = ''] = built.transformIds;
  const [sinkId = ''] = built.sinkIds;
  await deployPipeline(api, built);

  const { capture } = await api.call('startCapture', {
    body: { pipelineId, componentId: sourceId, limit: 3 },
  });
  const lines = ['{"secret":"x","n":1}', 'no json ☃', `{"n":2,"long":"${'y'.repeat(100_000)}"}`, '{"n":3}'];
  const sent = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: lines.join('\n') });
  expect(sent.status).toBe(200);
  const { events } = await eventually(async () => {
    const held = await api.call('getCapture', { path: { captureId: capture.id } });
    expect(held.capture).toMatchObject({ state: 'DONE', eventCount: 3, startedBy: 'Local administrator' });
    return held;
  });
  expect(events).toEqual(lines.slice(0, 3));

  const { graph } = await api.call('getGraph', { path: { pipelineId, graphVersion: version } });
  const shown = await api.call('previewPipeline', {
    body: { siteId, pipelineId, graph: draftOf(graph), events: lines },
  });
  const written = await eventually(() => {
    const text = readFileSync(output, 'utf8');
    expect(text.split('\n')).toHaveLength(5);
    return text;
  });
  const after = (shown.nodes[sinkId]?.results ?? []).flatMap((result) => result.after);
  expect(`${after.join('\n')}\n`).toBe(written);

  const results = shown.nodes[trimId]?.results ?? [];
  const expected = { [trimId]: events.map((_, index) => results[index]?.after ?? []) };
  await api.call('createSample', {
    body: { sample: { pipelineId, name: 'Seen', events, expected, pinned: true } },
  });
  const broken = await saveOtherTrim(built);
  const deploy = (graphVersion: number, forceDeploy = false) =>
    api.send('runPipelineAction', { body: { pipelineId, action: 'DEPLOY', graphVersion, forceDeploy } });
  const refused = await deploy(broken);
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringMatching(/'Seen' fails/) } });
  expect(await api.pipeline(pipelineId)).toMatchObject({ status: 'DEPLOYED', deployedGraphVersion: version });
  expect((await deploy(broken, true)).status).toBe(200);
  expect(await api.settled(pipelineId, 'DEPLOYED')).toMatchObject({ deployedGraphVersion: broken });
}, 120_000);
