import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { openMemoryStore } from '../harness/memory-store.ts';
import { CAN, MANAGED, type ServerMessage, STATE } from '../harness/opamp.ts';
import { createSiteTools, keep } from './support/collector-sites.ts';
import { type FleetService, startFleetService } from './support/fleets.ts';
import { type Counter, encodeMetrics } from './support/otlp-metrics.ts';

const REPORTS = { capabilities: MANAGED | CAN.ownMetrics };
const MINUTE = 60_000;

let world: FleetService;
let now = 0;
/** When the Collectors began: before the service. */
let began = 0;
const { makeSite, makeFilePipeline, act, answer, reach } = createSiteTools(() => world);
beforeEach(async () => {
  now = Date.now();
  began = now - 60 * MINUTE;
  world = await startFleetService({ clock: () => now, store: await openMemoryStore() });
  world.pass = (ms) => {
    now += ms;
  };
});
afterEach(() => world.stop());

/** What an agent counted since it began, by component: incoming and outgoing, or sent, failed and waiting. */
type Said = Record<string, readonly number[]>;

const toCounters = (said: Said): Counter[] =>
  Object.entries(said).flatMap(([component, [first = 0, second = 0, waiting]]) => {
    const times = { start: began, time: now };
    const isExporter = component.startsWith('otlphttp');
    const attributes = { [isExporter ? 'exporter' : 'processor']: component };
    const [one, two] = isExporter
      ? ['otelcol_exporter_sent_log_records', 'otelcol_exporter_send_failed_log_records']
      : ['otelcol_processor_incoming_items', 'otelcol_processor_outgoing_items'];
    const level = (name: string, value: number): Counter[] =>
      waiting === undefined ? [] : [{ name, value, attributes, temporality: 'LEVEL', ...times }];
    return [
      { name: one, value: first, attributes, ...times },
      { name: two, value: second, attributes, ...times },
      ...level('otelcol_exporter_queue_size', waiting ?? 0),
      ...level('otelcol_exporter_queue_capacity', 1000),
    ];
  });

async function send(greeting: ServerMessage | undefined, counters: Counter[]): Promise<void> {
  const [header] = greeting?.connectionSettings?.ownMetrics?.headers?.headers ?? [];
  const headers = { 'content-type': 'application/x-protobuf', authorization: header?.value ?? '' };
  const response = await world.api.service.app.request('http://127.0.0.1:4600/v1/opamp/metrics', {
    ...{ method: 'POST', headers, body: encodeMetrics(counters) },
  });
  expect(response.status).toBe(200);
  // Counting goes on after the answer.
  await new Promise((done) => setImmediate(done));
  world.api.service.services.collectorSites.report();
}

async function makeCounted(agents = 1) {
  const made = await makeSite(agents, REPORTS);
  const pipeline = await makeFilePipeline(made.siteId);
  const { pipelineId, sourceId, sinkId, transformId } = pipeline;
  await act(pipelineId, 'DEPLOY', 1);
  for (const _agent of made.agents) await answer(made.agents, STATE.APPLIED);
  await reach(pipelineId, 'DEPLOYED');
  const names = {
    made: `transform/${pipelineId}-${sourceId}_2`,
    filter: `filter/${pipelineId}-${transformId}`,
    last: `transform/${pipelineId}-${sinkId}`,
    exporter: `otlphttp/${pipelineId}-${sinkId}`,
  };
  return { ...made, ...pipeline, names };
}

const range = () => ({
  'timeRange.startUnixTimeSeconds': Math.floor(now / 1000) - 3600,
  'timeRange.endUnixTimeSeconds': Math.ceil(now / 1000),
});
const readComponents = async (siteId: string, pipelineId: string, metricType = 'EVENTS_COUNT') =>
  (
    await world.api.call('getComponentsDataProcessed', {
      path: { pipelineId },
      query: { siteId, metricType, ...range() },
    })
  ).body;
const readSummary = async (siteId: string, pipelineId: string, metricType = 'EVENTS_COUNT') =>
  (
    await world.api.call('getPipelineSummaries', {
      query: { siteId, metricType, pipelineIds: [pipelineId], ...range() },
    })
  ).body.pipelineSummaries[pipelineId];
const readHealth = async (siteId: string) =>
  (await world.api.call('listHealth', { path: { siteId }, query: {} })).body;

describe('what the Collectors of a site count', () => {
  test('is known by pipeline and node, in events and not in bytes', async () => {
    const { siteId, pipelineId, sourceId, sinkId, transformId, greetings, names } = await makeCounted(2);
    for (const at of [0, 1]) {
      for (const greeting of greetings)
        await send(
          greeting,
          toCounters({
            [names.made]: [0, 500 + at * 100],
            [names.filter]: [500 + at * 100, 300 + at * 60],
            [names.last]: [300 + at * 60, 300 + at * 60],
            [names.exporter]: [300 + at * 57, at * 3],
          }),
        );
      now += MINUTE;
    }
    expect(await readSummary(siteId, pipelineId)).toMatchObject({
      ...{ totalInputDataBytes: '200', totalOutputDataBytes: '114', totalLostDataBytes: '6' },
      percentDataOptimized: 40,
    });
    expect(await readSummary(siteId, pipelineId, 'EVENTS_BYTES')).toBeUndefined();
    const of = (await readComponents(siteId, pipelineId)).componentsDataProcessedMap;
    expect(of[sourceId]).toMatchObject({ eventsIn: '200', eventsOut: '200' });
    expect(of[sinkId]).toMatchObject({ eventsIn: '120', eventsOut: '114', eventsLost: '6' });
    expect(of[transformId]).toMatchObject({ eventsIn: '200', eventsOut: '120', eventsDropped: '80' });
    expect((await readComponents(siteId, pipelineId, 'EVENTS_BYTES')).componentsDataProcessedMap).toEqual({});
    const errors = await world.api.call('listPipelineErrors', { query: { siteId, ...range() } });
    expect(errors.body.pipelinesErrorDetails[pipelineId].errorDetails).toMatchObject([
      { errorName: 'CollectorsGaveUp', nodeId: sinkId },
    ]);
  });

  test('is spread over the time between two reports, and counted up to the last', async () => {
    const { siteId, pipelineId, greetings, names } = await makeCounted();
    now = Math.ceil(now / MINUTE) * MINUTE;
    await send(greetings[0], toCounters({ [names.made]: [0, 0] }));
    const from = now;
    now += 2 * MINUTE;
    await send(greetings[0], toCounters({ [names.made]: [0, 120] }));
    const reported = now;
    now += MINUTE;
    const query = { siteId, metricType: 'EVENTS_COUNT', resolution: 60, ...range() };
    const { inputDataSeries, coverage } = (
      await world.api.call('getPipelineSeries', { path: { pipelineId }, query })
    ).body;
    const values = inputDataSeries.timeSeriesTuple.filter(
      ({ unixTimeSeconds: at }: { unixTimeSeconds: number }) => at * 1000 >= from && at * 1000 < reported,
    );
    const [first, second] = values.map(({ value }: { value: number }) => value);
    expect(first + second).toBeGreaterThan(100);
    expect(Math.abs(first - second)).toBeLessThanOrEqual(10);
    expect(coverage.countedUntilUnixTimeSeconds).toBe(Math.floor(reported / 1000));
  });

  test('a destination that sends nothing while events wait is failing, with its agents', async () => {
    const { siteId, sinkId, greetings, names } = await makeCounted();
    expect((await readHealth(siteId)).pipelines[0].reasons[0].text).toContain('No agent has reported');
    await send(greetings[0], toCounters({ [names.last]: [0, 0], [names.exporter]: [0, 0, 0] }));
    now += MINUTE;
    await send(greetings[0], toCounters({ [names.last]: [50, 50], [names.exporter]: [0, 0, 600] }));
    const { pipelines, components } = await readHealth(siteId);
    expect(pipelines[0]).toMatchObject({
      state: 'failing',
      reasons: [
        { rule: 'delivery', text: expect.stringContaining('by 1 of 1 agent'), nodeName: 'Central of app' },
        {},
      ],
    });
    expect(components.find((one: { nodeId: string }) => one.nodeId === sinkId)?.figures).toMatchObject({
      ...{ eventsIn: '50', eventsOut: '0', eventsBuffered: null, bufferShare: 0.6, lagSeconds: null },
    });
    now += 10 * MINUTE;
    expect((await readHealth(siteId)).components).toEqual([]);
  });

  test('what waits when a Collector ends is not lost', async () => {
    const { siteId, pipelineId, greetings, names } = await makeCounted();
    const failed = (value: number, type: string): Counter => ({
      ...{ name: 'otelcol_exporter_send_failed_log_records', value, start: now - 1000, time: now },
      attributes: { exporter: names.exporter, 'error.type': type },
    });
    await send(greetings[0], toCounters({ [names.made]: [0, 1] }));
    now += MINUTE;
    await send(greetings[0], [
      failed(7, 'Shutdown'),
      failed(2, 'Permanent'),
      ...toCounters({ [names.made]: [0, 9] }),
    ]);
    expect(await readSummary(siteId, pipelineId)).toMatchObject({
      totalLostDataBytes: '2',
      totalInputDataBytes: '8',
    });
  });

  test('what a Collector says as it ends counts where the next version is applied', async () => {
    const { pipelineId, siteId, transformId, agents, greetings, names, save } = await makeCounted();
    await send(greetings[0], toCounters({ [names.made]: [0, 0], [names.filter]: [0, 0] }));
    await save(keep('warning'));
    await act(pipelineId, 'DEPLOY', 2);
    await answer(agents, STATE.APPLYING);
    now += MINUTE;
    await send(greetings[0], toCounters({ [names.made]: [0, 9], [names.filter]: [9, 4] }));
    await eventually(async () => {
      const of = (await readComponents(siteId, pipelineId)).componentsDataProcessedMap;
      expect(of[transformId]).toMatchObject({ eventsIn: '9', eventsOut: '4', eventsDropped: '5' });
    });
    expect(await readSummary(siteId, pipelineId)).toMatchObject({ totalInputDataBytes: '9' });
  });

  test('a restarted service goes on counting what was deployed before', async () => {
    const store = await openMemoryStore();
    await world.stop();
    world = await startFleetService({ clock: () => now, store });
    world.pass = (ms) => {
      now += ms;
    };
    const { siteId, pipelineId, greetings, names, token } = await makeCounted();
    await send(greetings[0], toCounters({ [names.made]: [0, 10] }));
    await world.api.service.services.analytics.flush();
    await world.stop();
    const { api } = await startFleetService({ clock: () => now, store });
    world = { ...world, api };
    const again = world.join(token, 1);
    const greeting = await again.hello(REPORTS);
    now += MINUTE;
    await send(greeting, toCounters({ [names.made]: [0, 30] }));
    now += MINUTE;
    await send(greeting, toCounters({ [names.made]: [0, 70] }));
    // Of what came before the first report nothing says when.
    expect((await readSummary(siteId, pipelineId))?.totalInputDataBytes).toBe('40');
  });

  test('a paused pipeline still counts what its exporters send', async () => {
    const { pipelineId, siteId, sinkId, agents, greetings, names } = await makeCounted();
    await send(greetings[0], toCounters({ [names.exporter]: [10, 0] }));
    await act(pipelineId, 'PAUSE');
    await answer(agents, STATE.APPLIED);
    await reach(pipelineId, 'PAUSED');
    now += MINUTE;
    await send(greetings[0], toCounters({ [names.exporter]: [25, 0] }));
    await eventually(async () => {
      const of = (await readComponents(siteId, pipelineId)).componentsDataProcessedMap;
      expect(of[sinkId]?.eventsOut).toBe('15');
    });
  });
});
