import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { buildPipeline, deployPipeline, fetchComponentTotals } from '../harness/pipelines.ts';
import { freePort, type Product, startProduct } from '../harness/product.ts';

const TOKEN = 'canary-token-of-the-destination';
const TABLE = 'host,owner\nweb-1,Ann\n';
const PER_REQUEST = 20;

/** A destination that starts down; records deliveries by token. */
function receiver() {
  const state = { isUp: false, ids: new Set<string>(), tokens: new Set<string>() };
  const server: Server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    if (state.isUp) {
      state.tokens.add(request.headers.authorization ?? '');
      for (const line of body.split('\n').filter(Boolean)) state.ids.add(JSON.parse(line).id);
    }
    response.statusCode = state.isUp ? 200 : 503;
    response.end();
  });
  return { state, server };
}

let folder: string;
let product: Product | undefined;
const { state, server } = receiver();
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-backup-'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  await product?.kill();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true, force: true });
});

const commandLine = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['src/cli/start.ts', ...args], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, DATABASE_URL: '' },
  });

async function uploadTable(url: string): Promise<string> {
  const form = new FormData();
  form.append('name', 'owners.csv');
  form.append('assetType', 'LOOK_UP_DATA');
  form.append('file', new File([TABLE], 'owners.csv'));
  const answer = await fetch(`${url}/v1/asset`, { method: 'POST', body: form });
  return ((await answer.json()) as { id: string }).id;
}

async function send(port: number, request: number, acknowledged: Set<string>): Promise<void> {
  const ids = Array.from({ length: PER_REQUEST }, (_, index) => `${request}-${index}`);
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: ids.map((id) => JSON.stringify({ id, text: 'x'.repeat(200) })).join('\n'),
  });
  if (response.status === 200) for (const id of ids) acknowledged.add(id);
}

test('a backup under load runs elsewhere with everything acknowledged [R18]', async () => {
  const data = join(folder, 'data');
  product = await startProduct({ dataFolder: data });
  const api = new ProductApi(product.url);
  const siteId = await api.siteId();
  const port = await freePort();
  const built = await buildPipeline(api, siteId, {
    name: 'Kept',
    source: { name: 'In', templateId: 'http_server', config: { port } },
    transforms: [],
    sinks: [
      {
        name: 'Out',
        templateId: 'http',
        config: {
          url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
          auth: 'bearer',
          token: TOKEN,
          buffer: { mode: 'disk' },
        },
      },
    ],
  });
  const archive = await api.call('createSink', {
    body: {
      sink: {
        siteId,
        name: 'Archive',
        templateId: 'file',
        config: { path: join(folder, 'archive/a.ndjson') },
      },
    },
  });
  await api.call('enableArchival', { body: { siteId, sourceId: built.sourceId, sinkId: archive.id } });
  await deployPipeline(api, built);
  const assetId = await uploadTable(product.url);

  const acknowledged = new Set<string>();
  let isSending = true;
  let isOver = false;
  const sender = (async () => {
    for (let request = 0; isSending; request++)
      await send(port, request, acknowledged).catch((error) => {
        if (!isOver) throw error;
      });
  })();
  await eventually(() => expect(acknowledged.size).toBeGreaterThan(1000));
  const before = new Set(acknowledged);
  const file = join(folder, 'kept.tar.gz');
  const { stdout } = await commandLine('backup', file, '--data', data);
  expect(stdout).toMatch(/^[0-9a-f]{64} {2}\//);
  const records = (await api.call('verifyAuditRecords')).records;
  isOver = true;
  isSending = false;
  await sender;
  await product.kill();

  const again = join(folder, 'restored');
  await commandLine('restore', file, '--data', again);
  state.isUp = true;
  product = await startProduct({ dataFolder: again });
  const restored = new ProductApi(product.url);
  await restored.settled(built.pipelineId, 'DEPLOYED');
  await eventually(() => expect([...before].filter((id) => !state.ids.has(id))).toEqual([]), 30_000);
  expect([...state.tokens]).toEqual([`Bearer ${TOKEN}`]);
  expect(await restored.call('verifyAuditRecords')).toMatchObject({ isIntact: true, records });
  const { source } = await restored.call('getSource', { path: { id: built.sourceId } });
  expect(source).toMatchObject({ archivalEnabled: true, archivalSinkId: archive.id });
  const content = await fetch(`${product.url}/v1/asset/${assetId}/content`);
  expect(await content.text()).toBe(TABLE);
  await eventually(async () => {
    const totals = await fetchComponentTotals(restored, siteId, built.pipelineId);
    expect(Number(totals[built.sinkIds[0] ?? '']?.eventsOut)).toBeGreaterThanOrEqual(before.size);
  });
  expect(readFileSync(file).includes(Buffer.from(TOKEN))).toBe(false);
}, 180_000);
