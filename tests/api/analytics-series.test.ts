import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTotals, T0, toRangeQuery } from './support/counting.ts';
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

const reportTotals = (taken: number, kept: number) =>
  api.engine.report(createTotals(made, { bootId: 'a', at: now, taken, kept }));

const fetchSeries = async (fromSeconds: number, toSeconds: number, resolution?: number) =>
  (
    await api.call('getPipelineSeries', {
      path: { pipelineId: made.pipelineId },
      query: {
        siteId: api.siteId,
        ...toRangeQuery(fromSeconds, toSeconds),
        ...(resolution ? { resolution } : {}),
      },
    })
  ).body;
const listValues = (one: { timeSeriesTuple: { value: number }[] }) =>
  one.timeSeriesTuple.map((point) => point.value);

test('a range widens to whole buckets, says so, and never reaches ahead', async () => {
  reportTotals(10, 4);
  now += 25_000;
  reportTotals(30, 10);
  const body = await fetchSeries(3, 44, 10);
  expect(body.coverage).toEqual({
    startUnixTimeSeconds: T0 / 1000,
    endUnixTimeSeconds: T0 / 1000 + 50,
    resolutionSeconds: 10,
  });
  expect(listValues(body.inputDataSeries)).toEqual([1000, 0, 2000]);
  expect(listValues(body.outputDataSeries)).toEqual([400, 0, 600]);
  expect(listValues(body.droppedDataSeries)).toEqual([600, 0, 1400]);
});

test('a range older than two hours is read from minutes', async () => {
  reportTotals(10, 4);
  now += 5 * 3600_000;
  const body = await fetchSeries(-60, 60, 10);
  expect(body.coverage.resolutionSeconds).toBe(60);
  expect(listValues(body.inputDataSeries).reduce((sum, value) => sum + value, 0)).toBe(1000);
});

test('totals over eight days widen to whole hours, and say so [R3-48]', async () => {
  const totals = async (fromSeconds: number, toSeconds: number) =>
    (
      await api.call('getPipelineSummaries', {
        query: { siteId: api.siteId, ...toRangeQuery(fromSeconds, toSeconds) },
      })
    ).body;
  for (let day = 1; day <= 20; day++) {
    reportTotals(10 * day, 5 * day);
    await api.service.services.analytics.flush();
    now += 86_400_000;
  }
  const hour = T0 / 1000 - ((T0 / 1000) % 3600);
  const long = await totals(17, 12 * 86_400 + 90);
  expect(long.coverage).toEqual({
    startUnixTimeSeconds: hour,
    endUnixTimeSeconds: hour + 12 * 86_400 + 3600,
    resolutionSeconds: 3600,
  });
  expect(long.pipelineSummaries[made.pipelineId]).toMatchObject({ eventsIn: '130', eventsOut: '65' });
  const short = await totals(17, 2 * 86_400 + 90);
  expect(short.coverage.resolutionSeconds).toBe(60);
  expect(short.pipelineSummaries[made.pipelineId]).toMatchObject({ eventsIn: '30', eventsOut: '15' });
});

test('optimisation per destination over time [R7-07]', async () => {
  reportTotals(100, 25);
  const answer = await api.call('getPipelineOptimisations', {
    path: { pipelineId: made.pipelineId },
    query: { siteId: api.siteId, ...toRangeQuery(0, 10), resolution: 10 },
  });
  expect(answer.body.pipelineSinksOptimisationSeries).toEqual([
    {
      sinkId: made.sinkId,
      percentDataOptimisedSeries: { timeSeriesTuple: [{ unixTimeSeconds: T0 / 1000, value: 75 }] },
    },
  ]);
});

test('an optimisation where nothing came in is no point, not a zero', async () => {
  reportTotals(100, 25);
  now += 30_000;
  reportTotals(200, 200);
  const answer = await api.call('getPipelineOptimisations', {
    path: { pipelineId: made.pipelineId },
    query: { siteId: api.siteId, ...toRangeQuery(0, 40), resolution: 10 },
  });
  const [series] = answer.body.pipelineSinksOptimisationSeries;
  expect(series.percentDataOptimisedSeries.timeSeriesTuple).toEqual([
    { unixTimeSeconds: T0 / 1000, value: 75 },
    { unixTimeSeconds: T0 / 1000 + 30, value: -75 },
  ]);
});

test('a chart starts one point before counting began, by ten seconds while young', async () => {
  now += 300_000;
  reportTotals(10, 4);
  now += 20_000;
  reportTotals(30, 10);
  const body = await fetchSeries(-3300, 330);
  expect(body.coverage).toEqual({
    startUnixTimeSeconds: T0 / 1000 + 290,
    endUnixTimeSeconds: T0 / 1000 + 330,
    resolutionSeconds: 10,
  });
  expect(listValues(body.inputDataSeries)).toEqual([0, 1000, 0, 2000]);
  await api.service.services.analytics.flush();
  expect(await fetchSeries(-3300, 330)).toEqual(body);
});

test('a clock that was set back moves the beginning of a chart', async () => {
  now += 300_000;
  reportTotals(10, 4);
  await api.service.services.analytics.flush();
  await fetchSeries(0, 330);
  now -= 200_000;
  reportTotals(30, 10);
  const body = await fetchSeries(0, 330, 10);
  expect(body.coverage.startUnixTimeSeconds).toBe(T0 / 1000 + 90);
  expect(listValues(body.inputDataSeries).reduce((sum, value) => sum + value, 0)).toBe(2000);
});

test('an older beginning leaves the range and its resolution as they were [R9-38]', async () => {
  reportTotals(10, 4);
  now += 3 * 3600_000;
  const { coverage } = await fetchSeries(2 * 3600, 3 * 3600);
  expect(coverage).toMatchObject({ startUnixTimeSeconds: T0 / 1000 + 7200, resolutionSeconds: 60 });
});

test('input by source: the largest first, then the sum of all others', async () => {
  const others = [await makeDeployedPipeline(api, 'edge'), await makeDeployedPipeline(api, 'dns')];
  const send = (pipeline: typeof made, taken: number, bootId: string) =>
    api.engine.report(createTotals(pipeline, { bootId, at: now, taken, kept: taken }));
  send(made, 10, 'a');
  send(others[0]!, 50, 'b');
  send(others[1]!, 5, 'c');
  const path = { siteId: api.siteId };
  const query = { ...toRangeQuery(0, 60), resolution: 60 };
  const { body } = await api.call('getSourceSeries', { path, query: { ...query, limit: 1 } });
  expect(body.sources).toMatchObject([{ sourceId: others[0]!.sourceId, name: 'edge source' }]);
  expect(listValues(body.sources[0].inputDataSeries)).toEqual([5000]);
  expect([body.otherCount, ...listValues(body.otherInputDataSeries)]).toEqual([2, 1500]);
  const { body: all } = await api.call('getSourceSeries', { path, query });
  expect(all.sources.map(({ name }: { name: string }) => name)).toEqual([
    'edge source',
    'web source',
    'dns source',
  ]);
  expect(all.otherCount).toBe(0);
  const site = await api.call('getSiteSeries', { path, query });
  expect(listValues(site.body.inputDataSeries)).toEqual([6500]);
});
