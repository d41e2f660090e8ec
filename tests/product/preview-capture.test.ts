import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort, type Product, removeFolder, startProduct } from '../harness/product.ts';

let product: Product;
let api: ProductApi;
let siteId: string;
let port: number;
let built: Built;
beforeAll(async () => {
  product = await startProduct();
  api = new ProductApi(product.url);
  siteId = await api.siteId();
  port = await freePort();
  built = await buildPipeline(api, siteId, {
    name: 'Captured',
    source: {
      name: 'In',
      templateId: 'http_server',
      config: { port, format: 'text', maxEventBytes: 6_000_000, maxBodyBytes: 20_000_000 },
    },
    transforms: [{ name: 'Parse', templateId: 'parse_json', config: {} }],
    sinks: [{ name: 'Out', templateId: 'blackhole', config: {} }],
  });
  await deployPipeline(api, built);
}, 90_000);
afterAll(async () => {
  await product.stop();
  removeFolder(product.dataFolder);
});

const send = async (...lines: string[]) => {
  const { status } = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: lines.join('\n') });
  expect(status).toBe(200);
};
const start = async (componentId: string, more: object = {}): Promise<string> => {
  const body = { pipelineId: built.pipelineId, componentId, ...more };
  return (await api.call('startCapture', { body })).capture.id;
};
const read = (captureId: string) => api.call('getCapture', { path: { captureId } });

test('a 5 MB event is captured whole; beyond 8 MB it ends', async () => {
  const captureId = await start(built.sourceId, { limit: 10 });
  const long = 'y'.repeat(5_000_000);
  await send('short', long);
  await send(long);
  const { events } = await eventually(async () => {
    const held = await read(captureId);
    expect(held.capture).toMatchObject({ state: 'DONE', reason: expect.stringMatching(/8 MB/) });
    return held;
  });
  expect(events).toEqual(['short', long]);
}, 180_000);

test('events pass on while they are captured, by two people at once', async () => {
  const ids = [await start(built.sourceId, { limit: 2 }), await start(built.sourceId, { limit: 1 })];
  await send('one', 'two');
  for (const [at, count] of [2, 1].entries())
    await eventually(async () =>
      expect((await read(ids[at] ?? '')).capture).toMatchObject({ state: 'DONE', eventCount: count }),
    );
}, 180_000);

test('a paused pipeline gives nothing, and capture goes on later', async () => {
  const { pipelineId, version } = built;
  const captureId = await start(built.sourceId, { limit: 2 });
  await send('before');
  await api.call('runPipelineAction', { body: { pipelineId, action: 'PAUSE' } });
  await api.settled(pipelineId, 'PAUSED');
  expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'lost' })).status).toBe(503);
  await api.call('runPipelineAction', { body: { pipelineId, action: 'DEPLOY', graphVersion: version } });
  await api.settled(pipelineId, 'DEPLOYED');
  await send('after');
  await eventually(async () => {
    const { capture, events } = await read(captureId);
    expect([capture.state, events]).toEqual(['DONE', ['before', 'after']]);
  });
}, 180_000);

test('a removed node ends its capture with the reason', async () => {
  const { pipelineId, sourceId, sinkIds, version } = built;
  const [parseId = ''] = built.transformIds;
  const captureId = await start(parseId);
  await send('{"token":"do-not-log-this"}');
  await eventually(async () => expect((await read(captureId)).capture.eventCount).toBe(1));
  const { graph } = await api.call('saveGraph', {
    ifMatch: version,
    body: { pipelineId, edges: { [sourceId]: { nodeIds: sinkIds } }, versionInfo: { pipelineId } },
  });
  await deployPipeline(api, { pipelineId, version: graph.version });
  const { events } = await eventually(async () => {
    const held = await read(captureId);
    expect(held.capture).toMatchObject({
      state: 'DONE',
      reason: 'The node is not in the version that runs now',
    });
    return held;
  });
  expect(events).toEqual(['{"token":"do-not-log-this"}']);
}, 180_000);

test('captured events are in no log and no file', async () => {
  expect(product.output()).not.toContain('do-not-log-this');
});
