import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LogCount } from '../../src/contract/entities/log-search.ts';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort, makeTempFolder, type Product, removeFolder, startProduct } from '../harness/product.ts';
import { credentials, MINIO, Minio, PATIENCE_MS } from './minio.ts';

const EVENTS = 20_000;
const folder = makeTempFolder();
const minio = new Minio();
let product: Product;
let api: ProductApi;
let siteId: string;
let built: Built;
let port = 0;

const window = () => {
  const now = Math.floor(Date.now() / 1000);
  return { startUnixTimeSeconds: now - 3600, endUnixTimeSeconds: now };
};
async function count(query: string): Promise<LogCount> {
  let { count: now } = await api.call('startLogCount', { body: { siteId, query, timeRange: window() } });
  const path = { siteId, countId: now.id };
  while (now.state === 'RUNNING') ({ count: now } = await api.call('getLogCount', { path }));
  return now;
}

beforeAll(async () => {
  await minio.start();
  await minio.makeBucket('archives');
  product = await startProduct();
  api = new ProductApi(product.url);
  siteId = await api.siteId();
  port = await freePort();
  built = await buildPipeline(api, siteId, {
    name: 'Into a bucket',
    source: { name: 'web', templateId: 'tcp', config: { port } },
    transforms: [],
    sinks: [{ name: 'Void', templateId: 'blackhole', config: {} }],
  });
  const batch = { maxEvents: 2000, maxBytes: 1_000_000, timeoutMs: 200 };
  const config = { url: minio.url, bucket: 'archives', ...credentials, prefix: "it's (a) ü/%F", batch };
  const sink = { siteId, name: 'Bucket', templateId: 's3', config };
  const { id: sinkId } = await api.call('createSink', { body: { sink } });
  await api.call('enableArchival', { body: { siteId, sourceId: built.sourceId, sinkId } });
  await deployPipeline(api, built);
}, 3_600_000);
afterAll(async () => {
  await product?.kill();
  await minio.stop();
  removeFolder(folder);
  if (product) removeFolder(product.dataFolder);
});

test(`MinIO ${MINIO}: archives are found by words and by SQL, exactly`, async () => {
  const lines = Array.from({ length: EVENTS }, (_, n) => `event ${n} was ${n % 10 ? 'taken' : 'refused'}\n`);
  const socket = connect(port, '127.0.0.1');
  await new Promise<void>((resolve) => socket.end(lines.join(''), resolve));
  await eventually(async () => expect((await count('')).matchCount).toBe(`${EVENTS}`), PATIENCE_MS);
  expect(await count('refused')).toMatchObject({
    matchCount: String(EVENTS / 10),
    reading: { unreadCount: 0 },
  });
  const query = "select count(distinct message) as n from web where message like '%refused'";
  const result = await api.call('runQuery', { body: { siteId, query, timeRange: window() } });
  expect(result.rows).toEqual([[EVENTS / 10]]);
}, 180_000);

test(`MinIO ${MINIO}: archives are hydrated, each event once, after a kill`, async () => {
  const config = { path: join(folder, 'again.ndjson') };
  const sink = { siteId, name: 'again', templateId: 'file', config };
  const { id: sinkId } = await api.call('createSink', { body: { sink } });
  removeFolder(join(product.dataFolder, 'archive-objects'));
  await minio.kill();
  const { startUnixTimeSeconds: startTime, endUnixTimeSeconds: endTime } = window();
  const hydration = { siteId, sourceId: built.sourceId, sinkId, startTime, endTime, chunkMinutes: 1 };
  const { id } = await api.call('createHydration', { body: { hydration } });
  const until = (status: string) =>
    eventually(async () => {
      const { hydration: job } = await api.call('getHydration', { path: { id } });
      expect(job.jobStatus).toBe(status);
      return job;
    }, 120_000);
  expect((await until('FAILED')).problem).toMatch(/cannot be listed/);
  await minio.run();
  await api.call('runHydrationAction', { body: { id, action: 'RETRY' } });
  expect(await until('COMPLETED')).toMatchObject({ eventsHydrated: `${EVENTS}`, unreadCount: 0 });
  const numbers = readFileSync(config.path, 'utf8').match(/(?<=event )\d+/g) ?? [];
  expect(numbers.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: EVENTS }, (_, n) => n));
}, 300_000);
