import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort, makeTempFolder, type Product, removeFolder, startProduct } from '../harness/product.ts';
import { type RemoteEngineProcess, startRemoteEngine } from '../harness/remote-engine.ts';

const WITHIN_MS = 120_000;

const data = makeTempFolder();
let product: Product;
let api: ProductApi;
let engine: RemoteEngineProcess;
let siteId = '';
let built: Built;
let port = 0;
let env: Record<string, string> = {};

const send = async (...lines: string[]) => {
  const { status } = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: lines.join('\n') });
  expect(status).toBe(200);
};
/** Archives are written by hour, in subfolders. */
const archived = (): string[] =>
  readdirSync(join(data, 'kept'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ndjson'))
    .flatMap((name) => written(join('kept', name)));
const written = (name: string): string[] => readFileSync(join(data, name), 'utf8').trim().split('\n');

beforeAll(async () => {
  env = { PENSTOCK_PORT: String(await freePort()) };
  product = await startProduct({ env });
  api = new ProductApi(product.url);
  const site = { name: 'Far', vendor: 'AWS', engine: 'remote' } as const;
  siteId = (await api.call('createSite', { body: { site } })).id;
  const { token } = await api.call('createJoinToken', { path: { siteId } });
  engine = startRemoteEngine(['--join', product.url, '--token', token, '--data', data]);
  await engine.says("Joined site 'Far'");
  port = await freePort();
  built = await buildPipeline(api, siteId, {
    name: 'Lines',
    source: { name: 'In', templateId: 'http_server', config: { port, format: 'text' } },
    transforms: [{ name: 'Parse', templateId: 'parse_json', config: {} }],
    sinks: [{ name: 'Out', templateId: 'file', config: { path: join(data, 'out.ndjson') } }],
  });
  await deployPipeline(api, built);
  await eventually(() => fetch(`http://127.0.0.1:${port}/`), WITHIN_MS);
}, 300_000);
afterAll(async () => {
  await engine?.killAll();
  await product?.kill();
  removeFolder(product.dataFolder);
  removeFolder(data);
});

it('what a node lets out there is captured live', async () => {
  const body = { pipelineId: built.pipelineId, componentId: built.sourceId, limit: 2 };
  const { id } = (await api.call('startCapture', { body })).capture;
  await eventually(async () => {
    await send('{"a":1}');
    const { capture, events } = await api.call('getCapture', { path: { captureId: id } });
    expect([capture.state, events]).toEqual(['DONE', ['{"a":1}', '{"a":1}']]);
  }, WITHIN_MS);
}, 200_000);

it('a destination and a source are tested on the engine machine', async () => {
  const path = join(data, 'tried.ndjson');
  const sink = { siteId, templateId: 'file', config: { path } };
  const { result } = await api.call('testSink', { body: { sink, events: ['{"a":1}'] } });
  expect(result.problem).toBeNull();
  const source = { siteId, templateId: 'http_server', config: { port } };
  const taken = await api.call('testSource', { body: { source } });
  expect(taken.result.problem?.message).toContain(`port ${port} is taken by the source 'In'`);
}, 200_000);

it('a source is archived there, without the service too', async () => {
  const config = { path: join(data, 'kept/archive.ndjson') };
  const kept = { name: 'Kept', siteId, templateId: 'file', config };
  const { id: sinkId } = await api.call('createSink', { body: { sink: kept } });
  await api.call('enableArchival', { body: { siteId, sourceId: built.sourceId, sinkId } });
  await send('{"b":1}', '{"b":2}');
  await product.killService();
  await send('{"b":0}');
  product = await startProduct({ dataFolder: product.dataFolder, env });
  api = new ProductApi(product.url);
  await eventually(async () => {
    const { site } = await api.call('getSite', { path: { siteId } });
    expect(site.engineState).toBe('running');
  }, WITHIN_MS);
  await send('{"b":4}');
  await api.call('disableArchival', { body: { siteId, sourceId: built.sourceId, sinkId } });
  await eventually(() => expect(archived()).toHaveLength(4), WITHIN_MS);
  await send('{"b":3}');
  await eventually(() => expect(written('out.ndjson').at(-1)).toContain('"b":3'), WITHIN_MS);
  expect(archived()).toHaveLength(4);
}, 200_000);

it('errors while the service is away are reported afterwards, each once', async () => {
  await product.killService();
  for (let round = 0; round < 5; round++) await send('no JSON', 'this neither');
  await engine.says('the engine keeps running');
  product = await startProduct({ dataFolder: product.dataFolder, env });
  api = new ProductApi(product.url);
  const now = Math.floor(Date.now() / 1000);
  const counted = async () => {
    const { pipelinesErrorDetails } = await api.call('listPipelineErrors', {
      query: {
        siteId,
        'timeRange.startUnixTimeSeconds': now - 3600,
        'timeRange.endUnixTimeSeconds': now + 600,
      },
    });
    return pipelinesErrorDetails[built.pipelineId]?.errorDetails.map((one) => [one.nodeName, one.count]);
  };
  await eventually(async () => expect(await counted()).toEqual([['Parse', '10']]), WITHIN_MS);
  await send('no JSON again');
  await eventually(async () => expect(await counted()).toEqual([['Parse', '11']]), WITHIN_MS);
}, 400_000);
