import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCounters, createTotals, T0, toRangeQuery } from './support/counting.ts';
import { makeDeployedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let now = T0;
let api: TestService;
let made: Awaited<ReturnType<typeof makeDeployedPipeline>>;

beforeEach(async () => {
  now = T0;
  api = await startService({ clock: () => now });
  made = await makeDeployedPipeline(api);
});
afterEach(() => api.stop());

const reportTotals = (bootId: string, taken: number, kept: number, errors = 0) =>
  api.engine.report(createTotals(made, { bootId, at: now, taken, kept, errors }));

const fetchSummary = async (query: object = toRangeQuery(-60, 600)) => {
  const pipelineIds = [made.pipelineId];
  const answer = await api.call('getPipelineSummaries', {
    query: { siteId: api.siteId, pipelineIds, ...query },
  });
  return answer.body.pipelineSummaries[made.pipelineId];
};

describe('totals', () => {
  test('equal what the engine counted, before and after they are stored', async () => {
    reportTotals('a', 1000, 250, 3);
    const expected = {
      eventsIn: '1000',
      eventsOut: '250',
      eventsDropped: '750',
      totalInputDataBytes: '100000',
      totalOutputDataBytes: '25000',
      totalDroppedDataBytes: '75000',
      totalWaitingDataBytes: '0',
      totalDeadLetterDataBytes: '0',
      totalLostDataBytes: '0',
      optimizedDataBytes: 75_000,
      eventsWaiting: '0',
      eventsDeadLetter: '0',
      eventsLost: '0',
      percentDataOptimized: 75,
      processingErrors: '3',
    };
    expect(await fetchSummary()).toEqual(expected);
    await api.service.services.analytics.flush();
    expect(await fetchSummary()).toEqual(expected);
    now += 1000;
    reportTotals('a', 1600, 400, 3);
    expect(await fetchSummary()).toMatchObject({ eventsIn: '1600', eventsOut: '400' });
  });

  test('of one moment agree, whenever each is asked for [R3-48]', async () => {
    reportTotals('a', 1000, 250);
    await api.service.services.analytics.flush();
    const moment = toRangeQuery(-60, 1);
    const askAll = async () => {
      const parts = { path: { siteId: api.siteId }, query: moment };
      const components = await api.call('getSiteComponentsDataProcessed', parts);
      const series = await api.call('getSiteSeries', parts);
      expect([components.status, series.status]).toEqual([200, 200]);
      return { summary: await fetchSummary(moment), components: components.body, series: series.body };
    };
    now = T0 + 1000;
    const first = await askAll();
    expect(first.summary).toMatchObject({ eventsIn: '1000', totalWaitingDataBytes: '0' });
    now = T0 + 1500;
    const waits = { [made.sinkId]: createCounters(400, 300, { eventsDropped: 0, eventsBuffered: 100 }) };
    const report = createTotals(made, { bootId: 'a', at: now, taken: 1600, kept: 400 });
    const pipelines = { [made.pipelineId]: { ...report.pipelines[made.pipelineId], ...waits } };
    api.engine.report({ ...report, pipelines });
    expect(await askAll()).toEqual(first);
    await api.service.services.analytics.flush();
    expect(await askAll()).toEqual(first);
    expect(await fetchSummary(toRangeQuery(-60, 2))).toMatchObject({
      eventsIn: '1600',
      totalWaitingDataBytes: '10000',
    });
  });

  test('are exact while reports, storing and reading happen at once', async () => {
    for (let taken = 1; taken <= 40; taken += 1) {
      reportTotals('a', taken, taken);
      now += 500;
      const stored = api.service.services.analytics.flush();
      expect((await fetchSummary()).eventsIn).toBe(String(taken));
      await stored;
    }
  });

  test('neither lose nor double when the engine begins again', async () => {
    reportTotals('a', 1000, 250);
    reportTotals('b', 10, 5);
    reportTotals('b', 20, 5);
    expect(await fetchSummary()).toMatchObject({ eventsIn: '1020', eventsOut: '255' });
  });

  test('survive a restart of the service', async () => {
    reportTotals('a', 1000, 250);
    await api.stop();
    api = await startService({ store: api.store, clock: () => now });
    reportTotals('b', 10, 10);
    expect(await fetchSummary()).toMatchObject({ eventsIn: '1010', eventsOut: '260' });
    const totals = api.service.services.analytics.totalsOf(made.pipelineId);
    expect(totals[made.sourceId]).toMatchObject({ events_in: 1010, bytes_in: 101_000 });
  });

  test('per component under its stable id, in bytes, events or as received [R7-06]', async () => {
    reportTotals('a', 1000, 250);
    const get = async (metricType: string) => {
      const answer = await api.call('getComponentsDataProcessed', {
        path: { pipelineId: made.pipelineId },
        query: { siteId: api.siteId, metricType, ...toRangeQuery(-60, 60) },
      });
      return answer.body.componentsDataProcessedMap;
    };
    expect((await get('EVENTS_BYTES'))[made.transformId]).toMatchObject({
      totalInputDataBytes: '100000',
      totalOutputDataBytes: '25000',
      totalDroppedDataBytes: '75000',
      percentDataOptimized: 75,
    });
    expect((await get('EVENTS_COUNT'))[made.transformId]).toMatchObject({ totalInputDataBytes: '1000' });
    expect((await get('RAW_BYTES'))[made.sourceId]).toMatchObject({ totalInputDataBytes: '101000' });
    expect((await get('AGENT_EVENTS_BYTES'))[made.sourceId]).toMatchObject({ totalInputDataBytes: '0' });
  });

  test('say what a component created and merged, so that they balance', async () => {
    const script = { eventsCreated: 300, eventsMerged: 50, eventsDropped: 40, eventsDeadLetter: 7 };
    const figures = createCounters(1000, 1200, { ...script, eventsBuffered: 3 });
    api.engine.report({
      type: 'counters',
      bootId: 'a',
      at: now,
      pipelines: { [made.pipelineId]: { [made.transformId]: figures } },
    });
    const answer = await api.call('getComponentsDataProcessed', {
      path: { pipelineId: made.pipelineId },
      query: { siteId: api.siteId, metricType: 'EVENTS_COUNT', ...toRangeQuery(-60, 60) },
    });
    const found = answer.body.componentsDataProcessedMap[made.transformId];
    expect(found).toMatchObject({ eventsCreated: '300', eventsMerged: '50' });
    const { eventsIn, eventsCreated, eventsOut, eventsDropped, eventsMerged, eventsDeadLetter } = found;
    const left = [eventsOut, eventsDropped, eventsMerged, eventsDeadLetter, found.eventsWaiting];
    const sum = (counts: string[]) => counts.reduce((total, count) => total + Number(count), 0);
    expect(sum(left)).toBe(sum([eventsIn, eventsCreated]));
  });

  test('parsed bytes stand beside received ones, or replace them by flag [R6-10, R6-11]', async () => {
    const sourceOf = async () => {
      reportTotals('a', 1000, 250);
      const answer = await api.call('getComponentsDataProcessed', {
        path: { pipelineId: made.pipelineId },
        query: { siteId: api.siteId, metricType: 'RAW_BYTES', ...toRangeQuery(-60, 60) },
      });
      const { totalInputDataBytes, totalInputParsedDataBytes } =
        answer.body.componentsDataProcessedMap[made.sourceId];
      return [totalInputDataBytes, totalInputParsedDataBytes];
    };
    expect(await sourceOf()).toEqual(['101000', '100000']);
    await api.stop();
    api = await startService({ clock: () => now, flags: ['displayAlteredValues'] });
    made = await makeDeployedPipeline(api);
    expect(await sourceOf()).toEqual(['100000', '100000']);
  });

  test('growth is negative, -2 to 0 is 0, no input is null [R5-57]', async () => {
    const component = async () => (await fetchSummary()).percentDataOptimized;
    expect(await component()).toBeNull();
    reportTotals('a', 100, 101);
    expect(await component()).toBe(0);
    reportTotals('a', 100, 150);
    expect(await component()).toBe(-50);
  });
});

describe('components of a site', () => {
  const components = async () => {
    const answer = await api.call('getSiteComponentsDataProcessed', {
      path: { siteId: api.siteId },
      query: toRangeQuery(-60, 600),
    });
    expect(answer.status).toBe(200);
    return answer.body.components as { componentId: string; nodeType: string }[];
  };

  test('each component has its pipeline and totals, in order of time [R2.8-47]', async () => {
    expect(await components()).toEqual([]);
    reportTotals('a', 1000, 250, 3);
    const found = await components();
    expect(found.map((one) => one.nodeType).toSorted()).toEqual(['SINK', 'SOURCE', 'TRANSFORM']);
    expect(found.find((one) => one.componentId === made.transformId)).toMatchObject({
      name: 'Parse',
      templateId: 'parse_json',
      pipelineId: made.pipelineId,
      pipelineName: 'web',
      pipelineStatus: 'DEPLOYED',
      dataProcessed: {
        totalInputDataBytes: '100000',
        totalOutputDataBytes: '25000',
        percentDataOptimized: 75,
        errors: '3',
      },
    });
  });

  test('of the pipelines that are named alone', async () => {
    reportTotals('a', 1000, 250);
    const of = async (pipelineId: string) => {
      const answer = await api.call('getSiteComponentsDataProcessed', {
        path: { siteId: api.siteId },
        query: { ...toRangeQuery(-60, 600), pipelineIds: [pipelineId] },
      });
      return answer.body.components.length;
    };
    expect(await of(made.pipelineId)).toBe(3);
    expect(await of((await makeDeployedPipeline(api, 'other')).pipelineId)).toBe(0);
  });

  test('a deleted pipeline keeps its figures and says that it is deleted [R2.8-49]', async () => {
    reportTotals('a', 1000, 250);
    const { store } = api.service.services;
    await store.pipelines.update(made.pipelineId, { status: 'DELETED' });
    const found = await components();
    expect(found.find((one) => one.componentId === made.transformId)).toMatchObject({
      pipelineStatus: 'DELETED',
      dataProcessed: { totalInputDataBytes: '100000' },
    });
  });
});

describe('signs of life', () => {
  test('a source is alive once an event passed, also after a restart [R4-38]', async () => {
    const lastAlive = async () =>
      (await api.call('getSource', { path: { id: made.sourceId } })).body.source.lastAlive;
    expect(await lastAlive()).toBe('0001-01-01T00:00:00Z');
    reportTotals('a', 1, 1);
    expect(await lastAlive()).toBe(new Date(T0).toISOString());
    await api.stop();
    api = await startService({ store: api.store, clock: () => now });
    expect(await lastAlive()).toBe(new Date(T0).toISOString());
  });
});
