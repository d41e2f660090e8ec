import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProductApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { watchCounters } from '../harness/live-counters.ts';
import { type Built, buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort, makeTempFolder, type Product, removeFolder, startProduct } from '../harness/product.ts';

/** Ten real minutes in the long run, else as fast as possible; figures.test.ts scales the clock. */
const isLong = process.env.PENSTOCK_TEST_LONG === '1';
const PIPELINES = 10;
const ROUNDS = isLong ? 300 : 4;
const PACE_MS = isLong ? 2000 : 0;
const COMPARED_EVERY = isLong ? 15 : 2;
/** Each check waits for a minute to pass. */
const HEALTH_EVERY = isLong ? 150 : 2;
const LINE_BYTES = 100;

/** All lines, those its filter keeps, those that are not JSON. */
type Sent = { lines: number; kept: number; bad: number };
type Flow = Built & { port: number; path: string; sent: Sent };

let product: Product;
let api: ProductApi;
let siteId: string;
let begunAt: number;
let firstSentAt = Number.POSITIVE_INFINITY;
let live: Awaited<ReturnType<typeof watchCounters>>;
const files = makeTempFolder();
const flows: Flow[] = [];

const keepsInfo = { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'info' }] };

beforeAll(async () => {
  product = await startProduct();
  api = new ProductApi(product.url);
  siteId = await api.siteId();
  begunAt = Math.floor(Date.now() / 1000);
  live = await watchCounters(api, siteId);
  for (let at = 0; at < PIPELINES; at++) {
    const port = await freePort();
    const path = join(files, `out-${at}.ndjson`);
    const built = await buildPipeline(api, siteId, {
      name: `pipeline ${at}`,
      source: { name: `in ${at}`, templateId: 'http_server', config: { port, format: 'text' } },
      transforms: [
        { name: 'Parse JSON', templateId: 'parse_json', config: { onError: 'drop' } },
        { name: 'Keep info', templateId: 'filter', config: { action: 'keep', match: keepsInfo } },
      ],
      sinks: [{ name: `out ${at}`, templateId: 'file', config: { path } }],
    });
    await deployPipeline(api, built);
    flows.push({ ...built, port, path, sent: { lines: 0, kept: 0, bad: 0 } });
  }
}, 180_000);
afterAll(async () => {
  live?.close();
  await product.kill();
  removeFolder(product.dataFolder);
  removeFolder(files);
});

function line(kind: 'info' | 'debug' | 'bad'): string {
  const [head, tail] = kind === 'bad' ? ['no JSON ', ''] : [`{"level":"${kind}","text":"`, '"}'];
  return `${head}${'x'.repeat(LINE_BYTES - head.length - tail.length)}${tail}`;
}

async function send(flow: Flow, at: number, round: number): Promise<void> {
  const count = 2 * PIPELINES + Math.floor((((round * 7 + at * 13) % 50) * (at + 1)) / 2);
  const kept = Math.floor((count * (at + 1)) / (PIPELINES + 1));
  const bad = at === 0 ? 0 : Math.min(count - kept, round % 3);
  const body = Array.from({ length: count }, (_, index) =>
    line(index < kept ? 'info' : index < kept + bad ? 'bad' : 'debug'),
  ).join('\n');
  firstSentAt = Math.min(firstSentAt, Date.now());
  const { status } = await fetch(`http://127.0.0.1:${flow.port}/`, { method: 'POST', body });
  expect(status).toBe(200);
  flow.sent.lines += count;
  flow.sent.kept += kept;
  flow.sent.bad += bad;
}

const bytes = (events: number) => String(events * LINE_BYTES);
const percent = ({ lines, kept }: Sent) => 100 * (1 - kept / lines);
const siteSum = (read: (sent: Sent) => number) => flows.reduce((sum, { sent }) => sum + read(sent), 0);

type Series = { timeSeriesTuple: { value: number }[] };
type ThreeSeries = { inputDataSeries: Series; outputDataSeries: Series; droppedDataSeries: Series };
const total = ({ timeSeriesTuple }: Series) => timeSeriesTuple.reduce((sum, { value }) => sum + value, 0);

function expectEvents(three: ThreeSeries, lines: number, kept: number): void {
  const { inputDataSeries, outputDataSeries, droppedDataSeries } = three;
  const found = [total(inputDataSeries), total(outputDataSeries), total(droppedDataSeries)];
  expect(found).toEqual([lines, kept, lines - kept]);
}

function expectBytes(three: ThreeSeries, lines: number, kept: number): void {
  const { inputDataSeries, outputDataSeries, droppedDataSeries } = three;
  const found = [total(inputDataSeries), total(outputDataSeries), total(droppedDataSeries)];
  expect(found).toEqual([lines, kept, lines - kept].map((events) => events * LINE_BYTES));
}

const componentsOf = ({ sourceId, transformIds, sinkIds, sent: { lines, kept, bad } }: Flow) =>
  [
    [sourceId, lines, lines, 0],
    [transformIds[0]!, lines, lines - bad, bad],
    [transformIds[1]!, lines - bad, kept, 0],
    [sinkIds[0]!, kept, kept, 0],
  ] as const;

/** Compares the live channel, the source of rates and node metrics. */
function compareLive(): void {
  const told = live.latest() ?? {};
  for (const flow of flows) {
    for (const [id, into, out, errors] of componentsOf(flow)) {
      const truth = { eventsIn: String(into), eventsOut: String(out), errors: String(errors) };
      const sums = { bytesIn: bytes(into), bytesOut: bytes(out), eventsDropped: String(into - out) };
      const nothing = { eventsBuffered: '0', eventsDeadLetter: '0', eventsCreated: '0', eventsMerged: '0' };
      expect(told[flow.pipelineId]?.[id], id).toMatchObject({ ...truth, ...sums, ...nothing });
    }
  }
}

let before: Sent[] = [];
const NOTHING_SENT: Sent = { lines: 0, kept: 0, bad: 0 };

/** Waits until health's minute is empty, unless sending has only just begun. */
async function beginMinute(): Promise<void> {
  if (Date.now() - firstSentAt < 20_000) return;
  await eventually(async () => {
    const { components } = await api.call('listHealth', { path: { siteId } });
    expect(components.map(({ figures }) => [figures.eventsIn, figures.errors])).toEqual(
      components.map(() => ['0', '0']),
    );
  }, 180_000);
  before = flows.map(({ sent }) => ({ ...sent }));
  firstSentAt = Number.POSITIVE_INFINITY;
}

/** Health counts exactly what was sent since `beginMinute`. */
async function compareHealth(): Promise<void> {
  const { components } = await api.call('listHealth', { path: { siteId } });
  for (const [at, flow] of flows.entries()) {
    const { lines, kept, bad } = before[at] ?? NOTHING_SENT;
    const sent = { lines: flow.sent.lines - lines, kept: flow.sent.kept - kept, bad: flow.sent.bad - bad };
    for (const [id, into, out, errors] of componentsOf({ ...flow, sent })) {
      const found = components.find((one) => one.componentId === id);
      expect(found?.figures, id).toMatchObject({ eventsLost: '0', eventsBuffered: '0', retries: '0' });
      if (errors === 0) expect([found?.state, found?.reasons], id).toEqual(['healthy', []]);
      const { eventsIn, eventsOut, errors: counted } = found?.figures ?? {};
      expect([eventsIn, eventsOut, counted].map(Number), id).toEqual([into, out, errors]);
    }
  }
}

async function compare(): Promise<void> {
  const range = {
    'timeRange.startUnixTimeSeconds': begunAt - 60,
    'timeRange.endUnixTimeSeconds': Math.floor(Date.now() / 1000) + 60,
  };
  const query = { siteId, ...range };
  const path = { siteId };
  const counted = { ...range, metricType: 'EVENTS_COUNT' } as const;
  const { pipelineSummaries } = await api.call('getPipelineSummaries', { query });
  const { components } = await api.call('getSiteComponentsDataProcessed', { path, query: range });
  const { pipelines } = await api.call('listPipelines', { query: { siteIds: [siteId] } });
  const { pipelinesErrorDetails } = await api.call('listPipelineErrors', { query });
  const metrics = await (await fetch(`${product.url}/metrics`)).text();
  for (const flow of flows) {
    const { pipelineId, sent, transformIds } = flow;
    const { lines, kept, bad } = sent;
    const inPipeline = { path: { pipelineId }, query };
    expect(pipelineSummaries[pipelineId]).toMatchObject({
      eventsIn: String(lines),
      eventsOut: String(kept),
      eventsDropped: String(lines - kept),
      totalInputDataBytes: bytes(lines),
      totalOutputDataBytes: bytes(kept),
      totalWaitingDataBytes: '0',
      totalLostDataBytes: '0',
      processingErrors: String(bad),
    });
    expect(pipelineSummaries[pipelineId]?.percentDataOptimized).toBeCloseTo(percent(sent), 9);
    expect(pipelines.find(({ id }) => id === pipelineId)?.percentDataOptimized).toBeCloseTo(percent(sent), 9);
    const own = await api.call('getComponentsDataProcessed', inPipeline);
    for (const [id, into, out, errors] of componentsOf(flow)) {
      const truth = {
        totalInputDataBytes: bytes(into),
        totalOutputDataBytes: bytes(out),
        eventsIn: String(into),
        eventsOut: String(out),
        errors: String(errors),
      };
      expect(own.componentsDataProcessedMap[id], id).toMatchObject(truth);
      expect(components.find(({ componentId }) => componentId === id)?.dataProcessed).toMatchObject(truth);
      const metric = `penstock_component_events_out_total{pipeline="${pipelineId}",component="${id}"} ${out}\n`;
      expect(metrics).toContain(metric);
    }
    expectBytes(await api.call('getPipelineSeries', inPipeline), lines, kept);
    expectEvents(
      await api.call('getPipelineSeries', { ...inPipeline, query: { siteId, ...counted } }),
      lines,
      kept,
    );
    const node = { path: { nodeId: transformIds[1]! }, query };
    expectBytes(await api.call('getComponentSeries', node), lines - bad, kept);
    const { errorDetails = [], unacknowledgedErrors = '0' } = pipelinesErrorDetails[pipelineId] ?? {};
    expect(unacknowledgedErrors).toBe(String(bad));
    expect(errorDetails.map(({ errorName, count }) => [errorName, count])).toEqual(
      bad === 0 ? [] : [['JsonInvalid', String(bad)]],
    );
  }
  const [lines, kept] = [siteSum((sent) => sent.lines), siteSum((sent) => sent.kept)];
  expectBytes(await api.call('getSiteSeries', { path, query: range }), lines, kept);
  expectEvents(await api.call('getSiteSeries', { path, query: counted }), lines, kept);
  const { count } = await api.call('countPipelineErrors', { query });
  expect(count).toBe(String(siteSum((sent) => sent.bad)));
  compareLive();
}

it(`ten known volumes${isLong ? ' for ten minutes' : ''}: every figure and file is what was sent [R3-48, R3-50, R3-53]`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const isLast = round === ROUNDS - 1;
    const isHealthCompared = isLast || round % HEALTH_EVERY === 0;
    if (isHealthCompared) await beginMinute();
    // Fixed pace: in the long run minutes pass as for an operator.
    const next = delay(PACE_MS);
    await Promise.all(flows.map((flow, at) => send(flow, at, round)));
    // First, because its minute passes during the other checks.
    if (isHealthCompared) await eventually(compareHealth, 60_000);
    if (isLast || round % COMPARED_EVERY === 0) await eventually(compare, 60_000);
    await next;
  }
  for (const { path, sent } of flows)
    expect(readFileSync(path, 'utf8')).toBe(`${line('info')}\n`.repeat(sent.kept));
}, 1_500_000);
