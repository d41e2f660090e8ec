import { afterEach, expect, test } from 'vitest';
import type { HealthSeries } from '../../src/contract/entities/health.ts';
import { type Gauges, LATENCY_LIMITS_MS } from '../../src/engine/port.ts';
import { LATENCY_COLUMNS } from '../../src/service/store/schema-measurements.ts';
import { createCounters, T0, toRangeQuery } from './support/counting.ts';
import { makeDeployedPipeline } from './support/fixtures.ts';
import { startService } from './support/service.ts';
import { postgres, sqlite } from './support/store-places.ts';

type Sink = { counts?: number[]; bytes?: number; oldestAgeMs?: number };
type More = { bootId?: string; worker?: number; cpuMs?: number; memoryBytes?: number };

test('latency over time has a column per range', () => {
  expect(LATENCY_COLUMNS).toHaveLength(LATENCY_LIMITS_MS.length + 1);
});

async function startBench(makePlace: typeof sqlite) {
  let now = T0;
  let sequence = 0;
  const place = await makePlace();
  const api = await startService({ store: await place.open(), clock: () => now });
  const made = await makeDeployedPipeline(api);
  const gauge = (
    nodeType: Gauges['nodeType'],
    { counts = [], bytes = 0, oldestAgeMs = 0 }: Sink,
  ): Gauges => ({
    nodeId: nodeType,
    nodeType,
    busyMs: 0,
    retries: 0,
    buffer: nodeType === 'SINK' ? { bytes, maxBytes: 1000, oldestAgeMs, lingerMs: 500 } : null,
    ...(nodeType === 'SINK' ? { latency: { counts, sumMs: 0 } } : {}),
  });
  /** One second later. */
  const report = (sink: Sink, { bootId = 'a', worker, cpuMs = 0, memoryBytes = 1000 }: More = {}) => {
    now += 1000;
    const { pipelineId, sourceId, sinkId } = made;
    api.engine.report({
      type: 'counters',
      bootId,
      sequence: sequence++,
      at: now,
      ...(worker === undefined ? {} : { worker }),
      pipelines: { [pipelineId]: { [sourceId]: createCounters(1, 1), [sinkId]: createCounters(1, 1) } },
      gauges: { [pipelineId]: { [sourceId]: gauge('SOURCE', {}), [sinkId]: gauge('SINK', sink) } },
      usage: { cpuMs, memoryBytes },
    });
  };
  const read = async (query: Record<string, string | number | string[]> = {}): Promise<HealthSeries> => {
    const range = { ...toRangeQuery(0, (now - T0) / 1000), resolution: 60, ...query };
    const { body } = await api.call('getHealthSeries', { path: { siteId: api.siteId }, query: range });
    return body;
  };
  return {
    api,
    made,
    report,
    read,
    /** Seconds from `T0`. */
    setTime: (seconds: number) => {
      now = T0 + seconds * 1000;
    },
    flush: () => api.service.services.measurements.flush(),
    stop: async () => {
      await api.stop();
      await place.remove();
    },
  };
}

let bench: Awaited<ReturnType<typeof startBench>> | undefined;
const start = async (makePlace = sqlite) => {
  const own = await startBench(makePlace);
  bench = own;
  return own;
};
afterEach(() => bench?.stop());

const valuesOf = (series: HealthSeries['lagSecondsSeries']) =>
  series.timeSeriesTuple.map(({ unixTimeSeconds: at, value }) => [at - T0 / 1000, value]);

test.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
])('lag and buffer are the highest of each point on %s', async (_, makePlace) => {
  const { report, read, flush, setTime, made } = await start(makePlace);
  report({ bytes: 100, oldestAgeMs: 2500 });
  report({ bytes: 900, oldestAgeMs: 60_500 });
  report({ bytes: 0, oldestAgeMs: 0 });
  setTime(60);
  report({ bytes: 250, oldestAgeMs: 400 });
  const expectAll = async () => {
    const series = await read();
    expect(valuesOf(series.bufferShareSeries)).toEqual([
      [0, 0.9],
      [60, 0.25],
    ]);
    expect(valuesOf(series.lagSecondsSeries)).toEqual([
      [0, 60],
      [60, 0],
    ]);
  };
  await expectAll();
  await flush();
  await expectAll();
  expect((await read({ componentId: made.sourceId })).lagSecondsSeries.timeSeriesTuple).toEqual([]);
  expect(valuesOf((await read({ componentId: made.sinkId })).lagSecondsSeries)).toHaveLength(2);
  expect((await read({ pipelineIds: [] })).bufferShareSeries.timeSeriesTuple).toHaveLength(2);
});

test('latency is of what was delivered in each point', async () => {
  const { report, read, flush, setTime } = await start();
  // Up to 1 ms, and from 50 to 100 ms.
  report({ counts: [98, 0, 0, 0, 0, 0, 2] });
  await flush();
  report({ counts: [98, 0, 0, 0, 0, 0, 2] });
  setTime(60);
  report({ counts: [98, 0, 0, 0, 0, 0, 12] });
  setTime(120);
  report({ counts: [98, 0, 0, 0, 0, 0, 12] });
  const { latencyP50MillisecondsSeries: half, latencyP99MillisecondsSeries: most } = await read();
  expect(valuesOf(half)).toEqual([
    [0, 50 / 98],
    [60, 75],
  ]);
  expect(valuesOf(most)).toEqual([
    [0, 75],
    [60, 99.5],
  ]);
  const { latencyP99MillisecondsSeries: whole } = await read({ resolution: 3600 });
  expect(whole.timeSeriesTuple.map(({ value }) => Math.round(value))).toEqual([95]);
});

test('an engine restart and one first heard late add nothing twice', async () => {
  const { report, read } = await start();
  report({ counts: [10] }, { cpuMs: 5000 });
  report({ counts: [4] }, { bootId: 'b', cpuMs: 900 });
  report({ counts: [4, 2] }, { bootId: 'b', cpuMs: 1400 });
  const series = await read();
  // Of 12 events counted with a time, ten took up to 1 ms.
  expect(valuesOf(series.latencyP50MillisecondsSeries)).toEqual([[0, 0.6]]);
  expect(valuesOf(series.engineCpuPercentSeries)).toEqual([[0, 50]]);
});

test('CPU and memory of all processes of an engine add up', async () => {
  const { api, report, read, flush } = await start();
  report({}, { cpuMs: 0, memoryBytes: 1000 });
  report({}, { worker: 1, cpuMs: 0, memoryBytes: 500 });
  report({}, { cpuMs: 400, memoryBytes: 3000 });
  report({}, { worker: 1, cpuMs: 1000, memoryBytes: 400 });
  const expectAll = async () => {
    const series = await read();
    expect(valuesOf(series.engineCpuPercentSeries)).toEqual([[0, 70]]);
    expect(valuesOf(series.engineMemoryBytesSeries)).toEqual([[0, 3500]]);
  };
  await expectAll();
  await flush();
  await expectAll();
  const { body: metrics } = await api.request('/metrics');
  expect(metrics).toContain(`penstock_engine_cpu_seconds_total{site="${api.siteId}"} 1.4`);
  expect(metrics).toContain(`penstock_engine_resident_memory_bytes{site="${api.siteId}"} 3400`);
});

test('what is older than is kept is removed', async () => {
  const { api, report, read, flush, setTime } = await start();
  report({ bytes: 500 });
  await flush();
  setTime(61 * 86_400);
  await api.service.services.measurements.sweep();
  const range = { ...toRangeQuery(0, 60), resolution: 60 };
  expect((await read(range)).bufferShareSeries.timeSeriesTuple).toEqual([]);
});
