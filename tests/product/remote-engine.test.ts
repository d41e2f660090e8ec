import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { type Built, buildPipeline, deployPipeline, fetchComponentTotals } from '../harness/pipelines.ts';
import { freePort, makeTempFolder, type Product, removeFolder, startProduct } from '../harness/product.ts';
import { type RemoteEngineProcess, startRemoteEngine } from '../harness/remote-engine.ts';

const EVENT = JSON.stringify({ level: 'info', text: 'x'.repeat(100) });
const EVENTS = 50;
const WITHIN_MS = 120_000;

const data = makeTempFolder();
let product: Product;
let api: ProductApi;
let engine: RemoteEngineProcess;
let siteId = '';
let built: Built;
let port = 0;
let env: Record<string, string> = {};
let sent = 0;

const restart = (more: string[] = []) => {
  engine = startRemoteEngine(['--data', data, ...more]);
};

async function send(requests: number): Promise<void> {
  const headers = { 'content-type': 'application/x-ndjson' };
  const body = Array.from({ length: EVENTS }, () => EVENT).join('\n');
  for (let request = 0; request < requests; request++) {
    const { status } = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
    expect(status).toBe(200);
    sent += EVENTS;
  }
}

/** A response shows that the source runs. */
const listens = () => eventually(() => fetch(`http://127.0.0.1:${port}/`), WITHIN_MS);

const site = async () => (await api.call('getSite', { path: { siteId } })).site;
const engineIs = (state: string) =>
  eventually(async () => expect((await site()).engineState).toBe(state), WITHIN_MS);

const totalsAreExact = () =>
  eventually(async () => {
    const totals = await fetchComponentTotals(api, siteId, built.pipelineId);
    const all = { eventsIn: String(sent), eventsOut: String(sent) };
    expect(totals[built.sourceId]).toMatchObject(all);
    expect(totals[built.sinkIds[0]!]).toMatchObject(all);
  }, WITHIN_MS);

beforeAll(async () => {
  env = { PENSTOCK_PORT: String(await freePort()) };
  product = await startProduct({ env });
  api = new ProductApi(product.url);
  const { id } = await api.call('createSite', {
    body: { site: { name: 'Far', vendor: 'AWS', engine: 'remote' } },
  });
  siteId = id;
  port = await freePort();
  built = await buildPipeline(api, siteId, {
    name: 'Counted',
    source: { name: 'In', templateId: 'http_server', config: { port } },
    transforms: [],
    sinks: [{ name: 'Out', templateId: 'blackhole', config: {} }],
  });
}, 240_000);

afterAll(async () => {
  await engine?.killAll();
  await product?.kill();
  removeFolder(product.dataFolder);
  removeFolder(data);
});

it('nothing is deployed before an engine joined, with the cure [R3-31]', async () => {
  const action = { pipelineId: built.pipelineId, graphVersion: built.version, action: 'DEPLOY' } as const;
  const answer = await api.send('runPipelineAction', { body: action });
  expect([answer.status, answer.body]).toMatchObject([
    409,
    { code: 'ACTION_REFUSED', message: expect.stringContaining("No engine has joined site 'Far'") },
  ]);
});

it('an engine joins by token, runs, and is counted exactly', async () => {
  const { token } = await api.call('createJoinToken', { path: { siteId } });
  engine = startRemoteEngine(['--join', product.url, '--token', token, '--data', data]);
  await engine.says("Joined site 'Far'");
  await engineIs('running');
  expect((await site()).remote).toMatchObject({
    isJoined: true,
    platform: `${process.platform} ${process.arch}`,
  });
  expect(statSync(join(data, 'engine.db')).mode & 0o777).toBe(0o600);
  expect(statSync(data).mode & 0o077).toBe(0);

  const other = startRemoteEngine(['--join', product.url, '--token', token, '--data', join(data, 'other')]);
  expect(await other.ended()).toBe(1);
  expect(other.output()).toContain('This join token was used');

  await deployPipeline(api, built);
  await listens();
  await send(10);
  await totalsAreExact();
}, 400_000);

it('runs on without the service, and reports the figures later', async () => {
  await send(3);
  await product.killService();
  await send(10);
  await engine.says('the engine keeps running');
  await engine.kill();
  restart();
  // The previous process must release the port first.
  await eventually(async () => {
    await fetch(`http://127.0.0.1:${port}/`);
    expect(engine.output()).toContain('No connection');
  }, WITHIN_MS);
  await send(10);
  product = await startProduct({ dataFolder: product.dataFolder, env });
  api = new ProductApi(product.url);
  await engineIs('running');
  await totalsAreExact();
  await send(5);
  await totalsAreExact();
  expect(await api.pipeline(built.pipelineId)).toMatchObject({ status: 'DEPLOYED', lastError: '' });
}, 600_000);

it('commands are refused while disconnected, and work afterwards', async () => {
  expect(await engine.stop()).toBe(0);
  await engineIs('disconnected');
  const answer = await api.send('runPipelineAction', {
    body: { pipelineId: built.pipelineId, action: 'PAUSE' },
  });
  expect(answer.body).toMatchObject({
    code: 'ACTION_REFUSED',
    message: expect.stringContaining("The engine of site 'Far' is not connected; its pipelines keep running"),
  });
  restart();
  await engineIs('running');
  await api.call('runPipelineAction', { body: { pipelineId: built.pipelineId, action: 'PAUSE' } });
  await api.settled(built.pipelineId, 'PAUSED', WITHIN_MS);
  expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: EVENT })).status).toBe(503);
  await totalsAreExact();
}, 400_000);

it('disconnected it ends, knows nothing any more, and cannot come back', async () => {
  await api.call('disconnectEngine', { path: { siteId } });
  expect(await engine.ended()).toBe(1);
  expect(engine.output()).toContain('This engine was disconnected from its site');
  restart();
  expect(await engine.ended()).toBe(2);
  expect(engine.output()).toContain('has not joined a site yet');
  expect((await site()).remote).toMatchObject({ isJoined: false });
}, 400_000);
