import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCounters, T0, toRangeQuery } from './support/counting.ts';
import { act, createGraphBody, makeConnections, makePipeline, makeTransform } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let now = T0;
let api: TestService;
let made: { pipelineId: string; sourceId: string; transformId: string; sinkIds: [string, string] };

beforeEach(async () => {
  now = T0;
  api = await startService({ clock: () => now });
  const { sourceId, sinkId } = await makeConnections(api);
  const second = await makeConnections(api, 'second');
  const pipelineId = await makePipeline(api);
  const transformId = await makeTransform(api, pipelineId);
  const edges = {
    [sourceId]: { nodeIds: [transformId] },
    [transformId]: { nodeIds: [sinkId, second.sinkId] },
  };
  expect((await api.call('saveGraph', { body: createGraphBody(pipelineId, edges) })).status).toBe(200);
  await act(api, pipelineId, 'DEPLOY', 1);
  await api.service.services.lifecycle.settled();
  made = { pipelineId, sourceId, transformId, sinkIds: [sinkId, second.sinkId] };
});
afterEach(() => api.stop());

/** Of each 100, 75 are dropped and the rest is delivered as given. */
function sendReport(taken: number, ...delivered: [number, number]): void {
  const kept = taken / 4;
  const at = { lastEventAt: now };
  const [first, second] = made.sinkIds;
  const sink = (count: number) =>
    createCounters(kept, count, { eventsDropped: 0, eventsBuffered: kept - count, ...at });
  const figures = {
    [made.sourceId]: createCounters(taken, taken, at),
    [made.transformId]: createCounters(taken, kept, at),
    [first]: sink(delivered[0]),
    [second]: sink(delivered[1]),
  };
  api.engine.report({ type: 'counters', bootId: 'a', at: now, pipelines: { [made.pipelineId]: figures } });
}

const fetchPerSink = async () => {
  const answer = await api.call('getPipelineOptimisations', {
    path: { pipelineId: made.pipelineId },
    query: { siteId: api.siteId, ...toRangeQuery(0, 10), resolution: 10 },
  });
  type Found = { sinkId: string; percentDataOptimisedSeries: { timeSeriesTuple: { value: number }[] } };
  const found: Found[] = answer.body.pipelineSinksOptimisationSeries;
  return made.sinkIds.map((id) =>
    found
      .find(({ sinkId }) => sinkId === id)
      ?.percentDataOptimisedSeries.timeSeriesTuple.map(({ value }) => value),
  );
};
const fetchSummary = async () => {
  const query = { siteId: api.siteId, pipelineIds: [made.pipelineId], ...toRangeQuery(-60, 600) };
  const answer = await api.call('getPipelineSummaries', { query });
  return answer.body.pipelineSummaries[made.pipelineId];
};
const fetchOverTime = async () => {
  const query = { ...toRangeQuery(0, 10), resolution: 10 };
  const answer = await api.call('getSiteSeries', { path: { siteId: api.siteId }, query });
  return answer.body.percentDataOptimisedSeries.timeSeriesTuple.map((one: { value: number }) => one.value);
};
const fetchPipelines = async () => {
  const answer = await api.call('listPipelines', { query: { siteIds: [api.siteId] } });
  return answer.body.pipelines[0].percentDataOptimized;
};

test('savings before a final split count for each destination [R7-07, R2.4-49]', async () => {
  sendReport(100, 25, 25);
  expect(await fetchPerSink()).toEqual([[75], [75]]);
  expect(await fetchSummary()).toMatchObject({ percentDataOptimized: 50, totalOutputDataBytes: '5000' });
  expect(await fetchOverTime()).toEqual([50]);
});

test('with dead destinations only rules save, as when all is delivered [R7-07, R7-11]', async () => {
  sendReport(100, 0, 0);
  expect(await fetchPerSink()).toEqual([[75], [75]]);
  expect(await fetchSummary()).toMatchObject({
    percentDataOptimized: 50,
    totalOutputDataBytes: '0',
    totalDroppedDataBytes: '7500',
    totalWaitingDataBytes: '5000',
    eventsWaiting: '50',
  });
  expect(await fetchOverTime()).toEqual([50]);
  expect(await fetchPipelines()).toBe(50);
});

test('what was all given up or lost is no saving [R7-07, R7-11]', async () => {
  const figures = {
    [made.sourceId]: createCounters(100, 100),
    [made.transformId]: createCounters(100, 100),
    [made.sinkIds[0]]: createCounters(100, 0, { eventsDropped: 0, eventsDeadLetter: 100 }),
    [made.sinkIds[1]]: createCounters(100, 0, { eventsDropped: 100 }),
  };
  api.engine.report({ type: 'counters', bootId: 'a', at: now, pipelines: { [made.pipelineId]: figures } });
  expect(await fetchPerSink()).toEqual([[], []]);
  expect(await fetchSummary()).toMatchObject({
    percentDataOptimized: null,
    totalDroppedDataBytes: '0',
    totalDeadLetterDataBytes: '10000',
    totalLostDataBytes: '10000',
    eventsDropped: '0',
    eventsLost: '100',
  });
});

test('what waits in a buffer is no saving [R7-07, R7-11]', async () => {
  sendReport(100, 5, 5);
  expect(await fetchPerSink()).toEqual([[75], [75]]);
  expect((await fetchSummary()).percentDataOptimized).toBe(50);
  expect(await fetchOverTime()).toEqual([50]);
  expect(await fetchPipelines()).toBe(50);
});

test('a dead destination: share, input, output and waiting bytes agree [R7-07, R3-53]', async () => {
  sendReport(100, 25, 0);
  expect(await fetchPerSink()).toEqual([[75], [75]]);
  const found = await fetchSummary();
  expect(found).toMatchObject({ totalInputDataBytes: '10000', totalOutputDataBytes: '2500' });
  expect(found).toMatchObject({ totalWaitingDataBytes: '2500', percentDataOptimized: 50 });
});
