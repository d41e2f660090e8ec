import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ExplainEntry } from '../../src/contract/entities/explain.ts';
import { act, createGraphBody, makeDeployedPipeline } from './support/fixtures.ts';
import { expectRefusal, GHOST } from './support/refusal.ts';
import { startService, type TestService } from './support/service.ts';

const T0 = 1_800_000_000_000;
const MINUTE = 60_000;
let now = T0;
let api: TestService;
let web: Awaited<ReturnType<typeof makeDeployedPipeline>>;

beforeEach(async () => {
  now = T0;
  api = await startService({ clock: () => now });
  web = await makeDeployedPipeline(api);
  now += 10 * MINUTE;
});
afterEach(() => api.stop());

const fetchExplained = async (from: number, to: number, more: object = {}): Promise<ExplainEntry[]> => {
  const range = {
    'timeRange.startUnixTimeSeconds': Math.floor(from / 1000),
    'timeRange.endUnixTimeSeconds': Math.ceil(to / 1000),
  };
  return (await api.call('explain', { query: { siteId: api.siteId, ...range, ...more } })).body.entries;
};
const listTitles = (entries: ExplainEntry[]) => entries.map((one) => `${one.kind}: ${one.title}`);
const waitUntilEnded = () => api.service.services.lifecycle.settled();

async function fail(errorName: string) {
  const place = { pipelineId: web.pipelineId, componentId: web.transformId, nodeId: web.transformId };
  const problem = { errorName, message: `${errorName} happened`, causes: [], resolutions: [] };
  api.engine.report({
    type: 'errors',
    errors: [{ ...place, ...problem, level: 'ERROR', count: 1, lastAt: now, exampleEvent: '' }],
  });
  await api.service.services.analytics.flush();
}

test('lists the changes of a range in order, nothing else', async () => {
  await api.call('updateSource', { body: { source: { id: web.sourceId, description: 'new' } } });
  now += MINUTE;
  await fail('JsonInvalid');
  now += MINUTE;
  await api.call('saveGraph', {
    body: createGraphBody(web.pipelineId, { [web.sourceId]: { nodeIds: [web.sinkId] } }),
  });
  now += MINUTE;
  await act(api, web.pipelineId, 'DEPLOY', 2);
  await waitUntilEnded();
  const entries = await fetchExplained(T0 + 9 * MINUTE, now + MINUTE);
  expect(listTitles(entries)).toEqual([
    "edit: Change source 'web source'",
    'error: New error: JsonInvalid',
    "edit: Save version of 'web'",
    "deployment: v2 of 'web' was deployed",
  ]);
  expect(entries[0]).toMatchObject({ by: 'local@localhost', nodeId: web.sourceId, pipelineName: 'web' });
  expect(listTitles(await fetchExplained(T0 + 9 * MINUTE, T0 + 11 * MINUTE))).toHaveLength(1);
});

test('each change names the version that ran then, for its link', async () => {
  await fail('JsonInvalid');
  now += 2 * MINUTE;
  await api.call('saveGraph', {
    body: createGraphBody(web.pipelineId, { [web.sourceId]: { nodeIds: [web.sinkId] } }),
  });
  await act(api, web.pipelineId, 'DEPLOY', 2);
  await waitUntilEnded();
  now += MINUTE;
  await fail('FieldMissing');
  const entries = await fetchExplained(T0 - MINUTE, now + MINUTE);
  const versions = entries
    .filter((one) => one.kind === 'error' || one.kind === 'deployment')
    .map((one) => [one.title, one.graphVersion]);
  expect(versions).toEqual([
    ["v1 of 'web' was deployed", 1],
    ['New error: JsonInvalid', 1],
    ["v2 of 'web' was deployed", 2],
    ['New error: FieldMissing', 2],
  ]);
});

test('a capture or a test is no change, and a redeployment no new version', async () => {
  const capture = { pipelineId: web.pipelineId, componentId: web.sourceId, limit: 5 };
  const started = await api.call('startCapture', { body: capture });
  expect(started.status).toBeLessThan(300);
  await act(api, web.pipelineId, 'PAUSE', 1);
  await waitUntilEnded();
  now += MINUTE;
  await act(api, web.pipelineId, 'DEPLOY', 1);
  await waitUntilEnded();
  const told = listTitles(await fetchExplained(T0 + 9 * MINUTE, now + MINUTE));
  expect(told).toEqual(["edit: Pause pipeline 'web'", "deployment: v1 of 'web' runs again"]);
});

test('a failed deployment says why, and that the version before ran on', async () => {
  api.engine.failNext('The port is taken');
  await act(api, web.pipelineId, 'DEPLOY', 1);
  await waitUntilEnded();
  const [entry] = (await fetchExplained(now, now + MINUTE)).filter((one) => one.kind === 'deployment');
  expect(entry).toMatchObject({
    title: "v1 of 'web' was rolled back",
    severity: 'error',
    graphVersion: 1,
    by: 'local@localhost',
  });
  expect(entry?.detail).toContain('The port is taken');
});

test('the engine that died and came back concerns every pipeline', async () => {
  const problem = { errorName: 'EngineStopped', message: 'It was killed', causes: [], resolutions: [] };
  api.engine.report({ type: 'state', state: 'restarting', problem });
  await api.service.services.notifications.turn();
  now += MINUTE;
  api.engine.report({ type: 'state', state: 'running' });
  await api.service.services.notifications.turn();
  const shop = await makeDeployedPipeline(api, 'shop');
  const told = listTitles(
    await fetchExplained(T0 + 9 * MINUTE, now + MINUTE, { pipelineIds: [shop.pipelineId] }),
  );
  expect(told).toContain("engine: The engine of site 'Local' stopped and is being restarted");
  expect(told).toContain("engine: Resolved: The engine of site 'Local' stopped and is being restarted");
});

describe('errors', () => {
  test('continuing errors appear at their start, and after an hour without', async () => {
    await fail('JsonInvalid');
    now += 30 * MINUTE;
    await fail('JsonInvalid');
    now += 61 * MINUTE;
    await fail('JsonInvalid');
    const all = (await fetchExplained(T0, now + MINUTE)).filter((one) => one.kind === 'error');
    expect(all.map((one) => one.at)).toEqual([
      (T0 + 10 * MINUTE) / 1000,
      Math.floor((T0 + 101 * MINUTE) / MINUTE) * 60,
    ]);
    expect(
      (await fetchExplained(T0 + 35 * MINUTE, T0 + 45 * MINUTE)).filter((one) => one.kind === 'error'),
    ).toEqual([]);
  });

  test('are left out where they are ignored [R8-65]', async () => {
    await fail('JsonInvalid');
    await api.stop();
    api = await startService({ store: api.store, clock: () => now, flags: ['ignorePipelineErrors'] });
    const entries = await fetchExplained(T0, now + MINUTE);
    expect(entries.some((one) => one.kind === 'error')).toBe(false);
  });
});

test('a pipeline lists its own changes, no others', async () => {
  const shop = await makeDeployedPipeline(api, 'shop');
  await api.call('updateSink', { body: { sink: { id: shop.sinkId, description: 'x' } } });
  const of = async (pipelineId: string) =>
    (await fetchExplained(now, now + MINUTE, { pipelineIds: [pipelineId] })).map((one) => one.title);
  expect(await of(web.pipelineId)).toEqual([]);
  expect(await of(shop.pipelineId)).toContain("Change destination 'shop sink'");
});

test('a pipeline or site that does not exist is refused', async () => {
  const range = { 'timeRange.startUnixTimeSeconds': 0, 'timeRange.endUnixTimeSeconds': 1 };
  const missing = { status: 404, code: 'NOT_FOUND' };
  await expectRefusal(
    api,
    () => api.call('explain', { query: { siteId: api.siteId, pipelineIds: [GHOST.pipeline], ...range } }),
    missing,
  );
  await expectRefusal(api, () => api.call('explain', { query: { siteId: GHOST.site, ...range } }), missing);
});
