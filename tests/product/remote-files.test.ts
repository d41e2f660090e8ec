import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testGeoDatabase } from '../../src/engine/components/testing/mmdb.ts';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort, makeTempFolder, type Product, removeFolder, startProduct } from '../harness/product.ts';
import { type RemoteEngineProcess, startRemoteEngine } from '../harness/remote-engine.ts';

const WITHIN_MS = 120_000;
const TABLE = '..hosts; rm -rf $HOME %2e%2e.csv';

const data = makeTempFolder();
let product: Product;
let api: ProductApi;
let engine: RemoteEngineProcess;
let siteId = '';
let port = 0;

async function upload(method: 'POST' | 'PUT', fields: Record<string, string>, content: BlobPart) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new File([content], 'upload.bin'));
  const headers = new Headers(method === 'PUT' ? { 'if-match': '*' } : {});
  const answer = await fetch(`${product.url}/v1/asset`, { method, headers, body: form });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, expect.any(String)]);
  return (JSON.parse(text) as { id: string }).id;
}

const written = (): object[] =>
  readFileSync(join(data, 'out.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const send = async (event: object) => {
  const headers = { 'content-type': 'application/x-ndjson' };
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers,
    body: JSON.stringify(event),
  });
  expect(answer.status).toBe(200);
};
/** Sends until this is the newest written event. */
const becomes = (event: object, expected: object) =>
  eventually(async () => {
    await send(event);
    expect(written().at(-1)).toMatchObject(expected);
  }, WITHIN_MS);
const keptFiles = () => readdirSync(join(data, 'files')).sort();

beforeAll(async () => {
  product = await startProduct();
  api = new ProductApi(product.url);
  const site = { name: 'Far', vendor: 'AWS', engine: 'remote' } as const;
  siteId = (await api.call('createSite', { body: { site } })).id;
  const { token } = await api.call('createJoinToken', { path: { siteId } });
  engine = startRemoteEngine(['--join', product.url, '--token', token, '--data', data]);
  await engine.says("Joined site 'Far'");
  port = await freePort();
}, 300_000);
afterAll(async () => {
  await engine?.killAll();
  // The test killed its service.
  await product?.kill().catch(() => undefined);
  removeFolder(product.dataFolder);
  removeFolder(data);
});

it('files with hostile names reach the engine and follow changes', async () => {
  const tableId = await upload('POST', { name: TABLE, assetType: 'LOOK_UP_DATA' }, 'host,owner\nweb-1,Ada\n');
  await upload('POST', { name: 'places.mmdb', assetType: 'GEO_IP' }, new Uint8Array(testGeoDatabase()));
  const built = await buildPipeline(api, siteId, {
    name: 'Looked up',
    source: { name: 'In', templateId: 'http_server', config: { port } },
    transforms: [
      {
        name: 'Owner',
        templateId: 'lookup',
        config: { file: TABLE, keys: [{ field: 'host', column: 'host' }] },
      },
      { name: 'Place', templateId: 'geoip', config: { file: 'places.mmdb', field: 'ip' } },
    ],
    sinks: [{ name: 'Out', templateId: 'file', config: { path: join(data, 'out.ndjson') } }],
  });
  await deployPipeline(api, built);
  const event = { host: 'web-1', ip: '203.0.113.7' };
  await eventually(() => send(event), WITHIN_MS);
  await becomes(event, { host: 'web-1', owner: 'Ada', geo: { country_name: 'Germany' } });
  expect(keptFiles()).toHaveLength(2);
  for (const name of keptFiles()) expect(name).toMatch(/^[0-9a-f]{64}$/);

  await upload('PUT', { id: tableId }, 'host,owner\nweb-1,Grace\n');
  await becomes(event, { owner: 'Grace' });
  expect(keptFiles()).toHaveLength(2);

  // Without the service and after its own kill, with its stored files.
  await product.killService();
  await engine.killAll();
  engine = startRemoteEngine(['--data', data]);
  await eventually(() => send(event), WITHIN_MS);
  await becomes(event, { owner: 'Grace', geo: { country_name: 'Germany' } });
}, 600_000);
