// Slow: starts the product, archives into a bucket and hydrates from it.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HydrationJob } from '../../src/contract/entities/hydration.ts';
import type { LogCount } from '../../src/contract/entities/log-search.ts';
import { TestBucket } from '../../src/engine/archive-search/testing/bucket.ts';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort, makeTempFolder, type Product, removeFolder, startProduct } from '../harness/product.ts';

const EVENTS = 2000;
const folder = makeTempFolder();
let product: Product;
let api: ProductApi;
let siteId: string;
let built: Built;
let bucket: TestBucket;

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
const readNumbers = (name: string): number[] =>
  readFileSync(join(folder, `${name}.ndjson`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => Number(/\d+/.exec(line)?.[0]))
    .sort((a, b) => a - b);

beforeAll(async () => {
  bucket = await new TestBucket().start();
  product = await startProduct();
  api = new ProductApi(product.url);
  siteId = await api.siteId();
  const port = await freePort();
  built = await buildPipeline(api, siteId, {
    name: 'Into a bucket',
    source: { name: 'web', templateId: 'tcp', config: { port } },
    transforms: [],
    sinks: [{ name: 'Void', templateId: 'blackhole', config: {} }],
  });
  const config = {
    ...bucket.config,
    prefix: 'archives/%F',
    batch: { maxEvents: 500, maxBytes: 1_000_000, timeoutMs: 200 },
  };
  const sink = { siteId, name: 'Bucket', templateId: 's3', config };
  const { id: sinkId } = await api.call('createSink', { body: { sink } });
  await api.call('enableArchival', { body: { siteId, sourceId: built.sourceId, sinkId } });
  await deployPipeline(api, built);
  const lines = Array.from({ length: EVENTS }, (_, n) => `event ${n} was ${n % 10 ? 'taken' : 'refused'}\n`);
  const socket = connect(port, '127.0.0.1');
  await new Promise<void>((resolve) => socket.end(lines.join(''), resolve));
}, 240_000);
afterAll(async () => {
  await product?.kill();
  await bucket.stop();
  removeFolder(folder);
  if (product) removeFolder(product.dataFolder);
});

test('what was archived into a bucket is found by words and by SQL', async () => {
  await eventually(async () => expect((await count('')).matchCount).toBe(`${EVENTS}`), 60_000);
  const found = await count('refused');
  expect(found).toMatchObject({ matchCount: '200', reading: { unreadCount: 0 } });
  const page = await api.call('searchLogs', {
    body: { siteId, query: '"event 1990 "', timeRange: window(), limit: 10 },
  });
  expect(page.rows.map(({ text }) => text)).toEqual(['event 1990 was refused']);
  const query = `select split_part(message, ' ', 4) as word, count(*) as events, max(message) as last
    from web group by word order by word`;
  const result = await api.call('runQuery', { body: { siteId, query, timeRange: window() } });
  expect(result.rows).toEqual([
    ['refused', 200, 'event 990 was refused'],
    ['taken', 1800, 'event 999 was taken'],
  ]);
  const { datasets } = await api.call('listDatasets', { query: { siteId } });
  expect(datasets.find(({ name }) => name === 'web')).toMatchObject({ problem: '' });
}, 120_000);

test('a bucket is hydrated; what it sent too short is said, and read by retry', async () => {
  const sink = { siteId, name: 'again', templateId: 'file', config: { path: join(folder, 'again.ndjson') } };
  const { id: sinkId } = await api.call('createSink', { body: { sink } });
  const [broken = ''] = (await bucket.keys()).filter((key) => key.startsWith('archives/source='));
  await removeFolder(join(product.dataFolder, 'archive-objects'));
  bucket.faultOf = (path) => (decodeURIComponent(path).endsWith(broken) ? 'short' : undefined);
  const { startUnixTimeSeconds: startTime, endUnixTimeSeconds: endTime } = window();
  const hydration = { siteId, sourceId: built.sourceId, sinkId, startTime, endTime };
  const { id } = await api.call('createHydration', { body: { hydration } });
  const until = (check: (job: HydrationJob) => void) =>
    eventually(async () => {
      const { hydration: job } = await api.call('getHydration', { path: { id } });
      check(job);
      return job;
    }, 60_000);
  const failed = await until((job) => expect(job.jobStatus).toBe('FAILED'));
  expect(failed.unread).toMatchObject([{ reason: expect.stringMatching(/sent less of it than it has/) }]);
  expect(readNumbers('again').length).toBeLessThan(EVENTS);
  bucket.faultOf = () => undefined;
  await api.call('runHydrationAction', { body: { id, action: 'RETRY' } });
  const done = await until((job) => expect(job.jobStatus).toBe('COMPLETED'));
  expect(done).toMatchObject({ eventsHydrated: `${EVENTS}`, unreadCount: 0 });
  expect(readNumbers('again')).toEqual(Array.from({ length: EVENTS }, (_, n) => n));
  expect(JSON.stringify(await api.call('getHydration', { path: { id } }))).not.toContain('S3RVER');
}, 120_000);
