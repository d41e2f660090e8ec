import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Counters } from '../../src/engine/port.ts';
import { createCounters, T0, toRangeQuery } from './support/counting.ts';
import { makeDeployedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

const PIPELINES = 10;
const STEP_SECONDS = 10;
const STEPS = process.env.PENSTOCK_TEST_LONG ? 6 * 60 : 6 * 10;
const EVENT_BYTES = 100;

type Made = Awaited<ReturnType<typeof makeDeployedPipeline>>;
type Flow = Made & {
  taken: number;
  kept: number;
  errors: number;
  perStep: { taken: number; kept: number }[];
};

let now = T0;
let api: TestService;
let flows: Flow[];

beforeEach(async () => {
  now = T0;
  api = await startService({ clock: () => now });
  flows = [];
  for (let at = 0; at < PIPELINES; at++) {
    const made = await makeDeployedPipeline(api, `pipeline ${at}`);
    flows.push({ ...made, taken: 0, kept: 0, errors: 0, perStep: [] });
  }
});
afterEach(() => api.stop());

function passEvents(step: number): void {
  for (const [at, one] of flows.entries()) {
    const taken = ((step * 7 + at * 13) % 50) * (at + 1);
    const kept = Math.floor((taken * (at + 1)) / (PIPELINES + 1));
    one.perStep.push({ taken, kept });
    one.taken += taken;
    one.kept += kept;
    one.errors += step % 10 === at ? 1 : 0;
  }
}

function sendReport(): void {
  const pipelines = Object.fromEntries(
    flows.map((one): [string, Record<string, Counters>] => [
      one.pipelineId,
      {
        [one.sourceId]: createCounters(one.taken, one.taken),
        [one.transformId]: createCounters(one.taken, one.kept, { errors: one.errors }),
        [one.sinkId]: createCounters(one.kept, one.kept),
      },
    ]),
  );
  api.engine.report({ type: 'counters', bootId: 'a', at: now, pipelines });
}

const formatBytes = (events: number): string => String(events * EVENT_BYTES);
const computePercent = (taken: number, kept: number): number | null =>
  taken === 0 ? null : 100 * (1 - kept / taken);
const computeSum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const ALL = toRangeQuery(-60, 2 * 3600);

const get = async (id: Parameters<TestService['call']>[0], parts: Parameters<TestService['call']>[1]) => {
  const answer = await api.call(id, parts);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

type Points = { timeSeriesTuple: { unixTimeSeconds: number; value: number }[] };
const listValues = ({ timeSeriesTuple }: Points) => timeSeriesTuple.map(({ value }) => value);

async function compare(): Promise<void> {
  const { siteId } = api;
  const { pipelineSummaries } = await get('getPipelineSummaries', { query: { siteId, ...ALL } });
  const { components } = await get('getSiteComponentsDataProcessed', { path: { siteId }, query: ALL });
  const { pipelines } = await get('listPipelines', { query: { siteIds: [siteId] } });
  for (const one of flows) {
    const { pipelineId, sourceId, transformId, sinkId, taken, kept, errors } = one;
    const optimized = computePercent(taken, kept);
    expect(pipelineSummaries[pipelineId]).toMatchObject({
      eventsIn: String(taken),
      eventsOut: String(kept),
      eventsDropped: String(taken - kept),
      totalInputDataBytes: formatBytes(taken),
      totalOutputDataBytes: formatBytes(kept),
      totalDroppedDataBytes: formatBytes(taken - kept),
      totalWaitingDataBytes: '0',
      totalLostDataBytes: '0',
      processingErrors: String(errors),
    });
    expect(pipelineSummaries[pipelineId].percentDataOptimized).toBeCloseTo(optimized ?? Number.NaN, 9);
    const listed = pipelines.find(({ id }: { id: string }) => id === pipelineId);
    expect(listed.percentDataOptimized).toBeCloseTo(optimized ?? Number.NaN, 9);
    const of = await get('getComponentsDataProcessed', { path: { pipelineId }, query: { siteId, ...ALL } });
    for (const [id, input, output] of [
      [sourceId, taken, taken],
      [transformId, taken, kept],
      [sinkId, kept, kept],
    ] as const) {
      const truth = { totalInputDataBytes: formatBytes(input), totalOutputDataBytes: formatBytes(output) };
      expect(of.componentsDataProcessedMap[id]).toMatchObject(truth);
      const ofSite = components.find((found: { componentId: string }) => found.componentId === id);
      expect(ofSite.dataProcessed).toMatchObject(truth);
    }
    const totals = api.service.services.analytics.totalsOf(pipelineId);
    expect(totals[sourceId]).toMatchObject({ events_in: taken });
    expect(totals[sinkId]).toMatchObject({ events_out: kept });
  }
}

test('ten pipelines with known volumes: every figure is right at any moment [R3-48]', async () => {
  for (let step = 0; step < STEPS; step++) {
    passEvents(step);
    sendReport();
    if (step % 7 === 0) await api.service.services.analytics.flush();
    if (step % 20 === 5) await compare();
    now += STEP_SECONDS * 1000;
  }
  await compare();
});

test('every point of every series is what flowed in its time [R3-50]', async () => {
  for (let step = 0; step < STEPS; step++) {
    passEvents(step);
    sendReport();
    now += STEP_SECONDS * 1000;
    if (step === STEPS - 4) await api.service.services.analytics.flush();
  }
  const { siteId } = api;
  const seconds = STEPS * STEP_SECONDS;
  for (const resolution of [10, 60, 600]) {
    const query = { ...toRangeQuery(0, seconds), resolution };
    const perPoint = resolution / STEP_SECONDS;
    const truth = (read: (step: { taken: number; kept: number }) => number, of: readonly Flow[]) =>
      Array.from({ length: STEPS / perPoint }, (_, point) =>
        computeSum(
          of.flatMap((one) => one.perStep.slice(point * perPoint, (point + 1) * perPoint).map(read)),
        ),
      ).map((events) => events * EVENT_BYTES);
    const ended = <T>(all: readonly T[]) => all.slice(0, STEPS / perPoint);
    const [one] = flows;
    if (!one) throw new Error('no pipeline');
    const { pipelineId, transformId } = one;
    const site = await get('getSiteSeries', { path: { siteId }, query });
    expect(ended(listValues(site.inputDataSeries))).toEqual(truth(({ taken }) => taken, flows));
    expect(ended(listValues(site.outputDataSeries))).toEqual(truth(({ kept }) => kept, flows));
    expect(ended(listValues(site.droppedDataSeries))).toEqual(
      truth(({ taken, kept }) => taken - kept, flows),
    );
    const pipeline = await get('getPipelineSeries', { path: { pipelineId }, query: { siteId, ...query } });
    expect(ended(listValues(pipeline.inputDataSeries))).toEqual(truth(({ taken }) => taken, [one]));
    expect(ended(listValues(pipeline.outputDataSeries))).toEqual(truth(({ kept }) => kept, [one]));
    const node = await get('getComponentSeries', {
      path: { nodeId: transformId },
      query: { siteId, ...query },
    });
    expect(ended(listValues(node.outputDataSeries))).toEqual(truth(({ kept }) => kept, [one]));
  }
});

test('a drained backlog was not dropped: points equal in minus out [R3-50]', async () => {
  const [one] = flows;
  if (!one) throw new Error('no pipeline');
  const { siteId } = api;
  const { pipelineId, sourceId, transformId, sinkId } = one;
  // Half is dropped. The destination accepts nothing for two minutes, then everything.
  const steps = [
    { taken: 100, out: 0 },
    { taken: 200, out: 0 },
    { taken: 200, out: 100 },
    { taken: 300, out: 150 },
  ];
  for (const { taken, out } of steps) {
    const kept = taken / 2;
    const components = {
      [sourceId]: createCounters(taken, taken),
      [transformId]: createCounters(taken, kept),
      [sinkId]: createCounters(out, out),
    };
    api.engine.report({ type: 'counters', bootId: 'a', at: now, pipelines: { [pipelineId]: components } });
    now += 60_000;
  }
  for (const resolution of [10, 60, 120]) {
    const query = { siteId, ...toRangeQuery(0, 240), resolution };
    const found = await get('getPipelineSeries', { path: { pipelineId }, query });
    expect(computeSum(listValues(found.droppedDataSeries)), `by ${resolution} s`).toBe(15_000);
    const { siteId: _site, ...ofSite } = query;
    const all = await get('getSiteSeries', { path: { siteId }, query: ofSite });
    expect(listValues(all.droppedDataSeries)).toEqual(listValues(found.droppedDataSeries));
    const node = await get('getComponentSeries', { path: { nodeId: transformId }, query });
    expect(computeSum(listValues(node.droppedDataSeries))).toBe(15_000);
  }
});
