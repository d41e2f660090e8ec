import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ProductApi } from '../harness/api.ts';
import { findEnginePid } from '../harness/engine-process.ts';
import { eventually } from '../harness/eventually.ts';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort, type Product, removeFolder, startProduct } from '../harness/product.ts';
import { deliveredIds, deployNumbered, type Numbered, post } from '../product/support/numbered.ts';
import { PacedSender } from '../product/support/paced.ts';
import { FakeClock, JUMPS } from './fake-clock.ts';

const PATIENCE_MS = 120_000;
const EVENTS_PER_SECOND = 100;
/** Longer than problems must last to be reported, plus one check interval. */
const LASTING_SECONDS = 14;
const DAY_SECONDS = 86_400;

let clock: FakeClock;
let product: Product;
let api: ProductApi;
let siteId: string;
let receiver: Server | undefined;
beforeEach(async () => {
  clock = new FakeClock();
  product = await startProduct({ env: { ...clock.env } });
  api = new ProductApi(product.url);
  siteId = await api.siteId();
}, PATIENCE_MS);
afterEach(async () => {
  receiver?.close();
  await product.kill();
  removeFolder(product.dataFolder);
  clock.remove();
}, 60_000);

/** Unix milliseconds. */
async function shown(): Promise<number> {
  const answer = await fetch(`${product.url}/livez`);
  await answer.arrayBuffer();
  return Date.parse(answer.headers.get('date') ?? '');
}

const notifications = async () =>
  (await api.call('listNotifications', { query: { siteIds: [siteId] } })).notifications;
const troubles = async () => (await notifications()).filter(({ severity }) => severity !== 'informational');

/** Every minute of the product's last two hours appears once, none negative. */
async function expectSoundSeries({ built: { pipelineId } }: Numbered): Promise<void> {
  const now = Math.floor((await shown()) / 1000);
  const range = { 'timeRange.startUnixTimeSeconds': now - 7200, 'timeRange.endUnixTimeSeconds': now + 60 };
  const query = { siteId, metricType: 'EVENTS_COUNT' as const, ...range };
  const series = await api.call('getPipelineSeries', { path: { pipelineId }, query });
  const { inputDataSeries, outputDataSeries, droppedDataSeries } = series;
  for (const { timeSeriesTuple } of [inputDataSeries, outputDataSeries, droppedDataSeries]) {
    const times = timeSeriesTuple.map(({ unixTimeSeconds }) => unixTimeSeconds);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    for (const { value } of timeSeriesTuple) expect(value).toBeGreaterThanOrEqual(0);
  }
  const last = inputDataSeries.timeSeriesTuple.slice(-3);
  expect(last.reduce((sum, { value }) => sum + value, 0)).toBeGreaterThan(0);
}

/** Tails files in a folder, which are found by polling. */
async function deployTail(folder: string, output: string) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'first.log'), '');
  const built = await buildPipeline(api, siteId, {
    name: 'Tail',
    source: { name: 'Files', templateId: 'file_tail', config: { path: join(folder, '*.log') } },
    transforms: [],
    sinks: [{ name: 'Lines', templateId: 'file', config: { path: output, format: 'text' } }],
  });
  await deployPipeline(api, built);
}

it(`product: ${JUMPS.length} clock jumps lose nothing and raise no false alarm [R20]`, async () => {
  const flow = await deployNumbered(product, 'disk', 'flow');
  const quiet = await deployNumbered(product, 'memory', 'quiet');
  const folder = join(product.dataFolder, 'tailed');
  const tailed = join(product.dataFolder, 'tailed.log');
  await deployTail(folder, tailed);
  // Silent from now on: an hour of silence would be reported.
  expect(await post(quiet.port, ['only'])).toBe(true);
  const engine = findEnginePid(product.dataFolder);
  const sender = new PacedSender(flow.port, {
    perSecond: EVENTS_PER_SECOND,
    perRequest: 10,
    connections: 2,
  });
  const lines: string[] = [];
  for (const [n, jump] of JUMPS.entries()) {
    clock.set(jump);
    await eventually(async () => expect(jump.isReached(await shown())).toBe(true), PATIENCE_MS);
    lines.push(`line ${n}`);
    appendFileSync(join(folder, `${n}.log`), `line ${n}\n`);
    const before = sender.acknowledged.length;
    await eventually(
      () => expect(sender.acknowledged.length).toBeGreaterThan(before + LASTING_SECONDS * EVENTS_PER_SECOND),
      PATIENCE_MS,
    );
    await eventually(
      () => expect(readFileSync(tailed, 'utf8').trimEnd().split('\n').toSorted()).toEqual(lines.toSorted()),
      PATIENCE_MS,
    );
    await eventually(() => expectSoundSeries(flow), PATIENCE_MS);
    expect(await troubles(), jump.told).toEqual([]);
    const { components } = await api.call('listHealth', { path: { siteId }, query: {} });
    expect(
      components.filter(({ state }) => state !== 'healthy' && state !== 'waiting'),
      jump.told,
    ).toEqual([]);
  }
  await sender.stop();
  await eventually(
    () => expect(deliveredIds(flow.output).toSorted()).toEqual(sender.acknowledged.toSorted()),
    PATIENCE_MS,
  );
  expect(findEnginePid(product.dataFolder)).toBe(engine);
  console.log(
    `R20: ${JUMPS.length} jumps of a product, ${sender.acknowledged.length} events, each once, longest gap ${sender.longestGap()} ms, ${lines.length} files found`,
  );
}, 1_200_000);

it('trouble across a jump back is announced and ended once [R20]', async () => {
  const port = await freePort();
  const input = await freePort();
  const built = await buildPipeline(api, siteId, {
    name: 'Sent',
    source: { name: 'In', templateId: 'http_server', config: { port: input } },
    transforms: [],
    sinks: [
      {
        name: 'Out',
        templateId: 'http',
        config: { url: `http://127.0.0.1:${port}/`, buffer: { mode: 'disk', maxBytes: 1 << 20 } },
      },
    ],
  });
  await deployPipeline(api, built);
  const down = async () =>
    (await notifications())
      .filter(({ subCategory }) => subCategory === 'DESTINATION_DOWN')
      .map(({ state, count }) => ({ state, count }));
  expect(await post(input, ['a'])).toBe(true);
  await eventually(async () => expect(await down()).toEqual([{ state: 'ACTIVE', count: 1 }]), PATIENCE_MS);
  const back = JUMPS.find(({ told }) => told === '-1d')!;
  clock.set(back);
  await eventually(async () => expect(back.isReached(await shown())).toBe(true), PATIENCE_MS);
  receiver = createServer((request, answer) => {
    request.resume();
    request.once('end', () => answer.end());
  }).listen(port, '127.0.0.1');
  const sender = new PacedSender(input, { perSecond: 10, perRequest: 1, connections: 1 });
  await eventually(async () => expect(await down()).toEqual([{ state: 'RESOLVED', count: 1 }]), PATIENCE_MS);
  await eventually(async () => {
    const { components } = await api.call('listHealth', { path: { siteId }, query: {} });
    const states = components.filter(({ pipelineId }) => pipelineId === built.pipelineId);
    expect(states.map(({ state }) => state)).toEqual(['healthy', 'healthy']);
  }, PATIENCE_MS);
  await sender.stop();
  expect((await shown()) / 1000).toBeLessThan(Date.now() / 1000 - DAY_SECONDS / 2);
}, 600_000);
