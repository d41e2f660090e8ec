import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCounters, createTotals, T0, toRangeQuery } from './support/counting.ts';
import { makeDeployedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
let now = T0;
let made: Awaited<ReturnType<typeof makeDeployedPipeline>>;
beforeEach(async () => {
  now = T0;
  api = await startService({ clock: () => now });
  made = await makeDeployedPipeline(api);
});
afterEach(() => api.stop());

type Counted = {
  host?: string;
  isolated?: string[];
  at: number;
  taken: number;
  kept: number;
  bootId?: string;
};
const report = ({ host, isolated, bootId = host ?? 'old', ...totals }: Counted) =>
  api.engine.report({
    ...createTotals(made, { bootId, ...totals }),
    ...(host === undefined ? {} : { host }),
    ...(isolated === undefined ? {} : { isolated }),
  });

const RANGE = toRangeQuery(-60, 600);
const listPods = async () =>
  (await api.call('listDataPods', { path: { siteId: api.siteId }, query: RANGE })).body.dataPods;

const METRIC = { metricType: 'EVENTS_COUNT', resolution: 60 };
const sum = (series: { timeSeriesTuple: { value: number }[] }): number =>
  series.timeSeriesTuple.reduce((total, { value }) => total + value, 0);

/** Events that came in, by every call that takes `pods`. */
async function readInputs(pods?: string[]): Promise<number[]> {
  const { siteId } = api;
  const query = { siteId, ...METRIC, ...RANGE, ...(pods ? { pods } : {}) };
  const path = { pipelineId: made.pipelineId, siteId, nodeId: made.transformId };
  const { resolution: _, ...totals } = query;
  const { siteId: _site, ...ofSite } = query;
  const components = (await api.call('getComponentsDataProcessed', { path, query: totals })).body;
  const optimisations = (await api.call('getPipelineOptimisations', { path, query })).body;
  const [sink] = optimisations.pipelineSinksOptimisationSeries;
  const { pipelineSummaries } = (await api.call('getPipelineSummaries', { query: totals })).body;
  return [
    Number(components.componentsDataProcessedMap[made.sourceId]?.eventsIn ?? 0),
    sink.percentDataOptimisedSeries.timeSeriesTuple.at(-1)?.value ?? 0,
    sum((await api.call('getComponentSeries', { path, query })).body.inputDataSeries),
    sum((await api.call('getPipelineSeries', { path, query })).body.inputDataSeries),
    sum((await api.call('getSiteSeries', { path, query: ofSite })).body.inputDataSeries),
    Number(pipelineSummaries[made.pipelineId]?.eventsIn ?? 0),
  ];
}

describe('instances', () => {
  test('engines and processes are listed by machine and pipeline [R7-10, R2.4-46]', async () => {
    expect(await listPods()).toEqual([]);
    report({ host: 'web-1', at: T0, taken: 1, kept: 1 });
    report({ host: 'web-2', isolated: [made.pipelineId], at: T0 + 10_000, taken: 1, kept: 1 });
    expect(await listPods()).toEqual(['web-1', `web-2/${made.pipelineId}`]);
    report({ at: T0 + 20_000, taken: 1, kept: 1 });
    expect(await listPods()).toContain('unknown');
  });

  test('figures are split by them in every call [R7-06 … R7-09, R7-11]', async () => {
    report({ host: 'web-1', at: T0, taken: 100, kept: 50 });
    report({ host: 'web-2', at: T0 + 10_000, taken: 40, kept: 40 });
    expect(await readInputs(['web-1'])).toEqual([100, 50, 100, 100, 100, 100]);
    expect(await readInputs(['web-2'])).toEqual([40, 0, 40, 40, 40, 40]);
    const both = [140, 100 * (1 - 90 / 140), 140, 140, 140, 140].map((one) => expect.closeTo(one, 6));
    expect(await readInputs(['web-1', 'web-2'])).toEqual(both);
    expect(await readInputs()).toEqual(both);
    expect(await readInputs(['nobody'])).toEqual([0, 0, 0, 0, 0, 0]);
    await api.service.services.analytics.flush();
    await api.stop();
    api = await startService({ store: api.store, clock: () => now });
    expect(await readInputs(['web-2'])).toEqual([40, 0, 40, 40, 40, 40]);
    expect(await listPods()).toEqual(['web-1', 'web-2']);
  });

  test('what waits moves along with the pipeline [R7-06]', async () => {
    const waits = async (pods: string[]) => {
      const query = { siteId: api.siteId, metricType: 'EVENTS_COUNT', pods, ...RANGE };
      const { body } = await api.call('getPipelineSummaries', { query });
      return body.pipelineSummaries[made.pipelineId]?.eventsWaiting ?? '0';
    };
    const send = (host: string, at: number, eventsBuffered: number) =>
      api.engine.report({
        type: 'counters',
        bootId: host,
        host,
        at,
        pipelines: { [made.pipelineId]: { [made.sinkId]: createCounters(9, 0, { eventsBuffered }) } },
      });
    send('web-1', T0, 9);
    expect([await waits(['web-1']), await waits(['web-2'])]).toEqual(['9', '0']);
    send('web-2', T0 + 10_000, 6);
    now = T0 + 20_000;
    expect([await waits(['web-1']), await waits(['web-2'])]).toEqual(['0', '6']);
    expect(await waits(['web-1', 'web-2'])).toBe('6');
  });

  test('names by a hostile engine are bounded [R7-10]', async () => {
    for (let i = 0; i < 1100; i++) report({ host: `h${i}`, at: T0, taken: 1, kept: 1 });
    report({ host: 'x'.repeat(300), at: T0, taken: 1, kept: 1 });
    expect((await listPods()).length).toBeLessThanOrEqual(1001);
    expect((await readInputs())[5]).toBe(1101);
  });
});
