import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toFrames } from '../../src/engine/port.ts';
import { createFigures } from '../../src/service/analytics/figures.ts';
import { createAwayWatch } from '../../src/service/notifications/away.ts';
import { makeJoinedSite } from './support/access.ts';
import { T0, toRangeQuery } from './support/counting.ts';
import { startService, type TestService } from './support/service.ts';

const SILENCE_MS = 10_000;
const START_MS = 60_000;

let now = Date.now();
let api: TestService;
let siteId: string;
beforeEach(async () => {
  now = Date.now();
  api = await startService({ clock: () => now });
  siteId = await makeJoinedSite(api);
  await restart();
});
afterEach(() => api.stop());

async function restart() {
  const { store } = api;
  const { notifications } = api.service.services;
  await api.service.stop();
  // A check during shutdown must not report disconnected engines.
  await notifications.turn();
  api = await startService({ clock: () => now, store });
}
const turn = async (laterMs: number) => {
  now += laterMs;
  await api.service.services.notifications.turn();
};
const list = async () =>
  (await api.call('listNotifications', { query: { siteIds: siteId } })).body.notifications;
const listSent = async () =>
  (await list()).map((one: { subCategory: string; state: string }) => `${one.subCategory} ${one.state}`);
async function connect() {
  const line = api.service.services.remoteEngines.of(siteId).attach({ send: () => {}, close: () => {} });
  const hello = { kind: 'hello', version: '0.1.0', host: 'far', platform: 'linux x64' };
  for (const frame of toFrames(hello)) await line.receive(frame);
  return line;
}

describe('a remote engine that stays away', () => {
  test('health says since when nothing is known, and no counters are pushed', async () => {
    const line = await connect();
    const made = await api.call('createPipeline', { body: { pipeline: { siteId, name: 'far' } } });
    expect(made.status).toBe(200);
    await api.store.pipelines.update(made.body.id, { status: 'DEPLOYED', deployed_graph_version: 1 });
    line.closed();
    const { pipelines } = (await api.call('listHealth', { path: { siteId } })).body;
    expect(pipelines[0].reasons[0]).toMatchObject({ rule: 'engine', state: 'failing' });
    const since = pipelines[0].reasons[0].unknownSinceUnixTimeSeconds;
    expect(Math.abs(since - now / 1000)).toBeLessThan(60);
    const pushed: object[] = [];
    const stop = api.service.services.counters.watch({ siteId }, (counters) => pushed.push(counters));
    await expect.poll(() => pushed).toEqual([{}]);
    stop();
    await connect();
    const back = (await api.call('listHealth', { path: { siteId } })).body.pipelines[0];
    expect(back.reasons.map(({ rule }: { rule: string }) => rule)).not.toContain('engine');
  });

  test('figures over time end where they are not known any more', async () => {
    now = T0;
    const line = await connect();
    const made = await api.call('createPipeline', { body: { pipeline: { siteId, name: 'far' } } });
    const pipelineId = made.body.id;
    const source = { siteId, name: 'far', templateId: 'generator', config: {} };
    const sourceId = (await api.call('createSource', { body: { source } })).body.id;
    const place = { pipeline_id: pipelineId, component_id: sourceId, pod: 0, seconds: 10 };
    const makeRow = (afterSeconds: number, bytes: number) => {
      const figures = { ...createFigures(), bytes_in: bytes, bytes_out: bytes };
      return { ...figures, ...place, bucket: T0 / 1000 + afterSeconds };
    };
    await api.store.series.add([makeRow(0, 1000), makeRow(20, 2000)]);
    now += 25_000;
    line.closed();
    now += 60_000;
    const query = { ...toRangeQuery(0, 85), resolution: 10 };
    const { body } = await api.call('getSiteSeries', { path: { siteId }, query });
    const points = body.inputDataSeries.timeSeriesTuple;
    expect(points.map(({ value }: { value: number }) => value)).toEqual([1000, 0, 2000]);
    expect(body.coverage).toMatchObject({
      endUnixTimeSeconds: T0 / 1000 + 90,
      countedUntilUnixTimeSeconds: T0 / 1000 + 25,
    });
  });

  test('silence beyond the limit is announced, and so is the return', async () => {
    const line = await connect();
    await turn(START_MS);
    expect(await listSent()).toEqual([]);
    line.closed();
    await turn(SILENCE_MS);
    expect(await listSent()).toEqual([]);
    await turn(1);
    expect(await listSent()).toEqual(['ENGINE_AWAY ACTIVE']);
    expect((await list())[0]).toMatchObject({
      severity: 'error',
      message: "The engine of site 'Second' is not connected",
      reason: expect.stringContaining('npm run engine'),
    });
    await turn(SILENCE_MS);
    await connect();
    await turn(1);
    expect(await listSent()).toEqual(['ENGINE_AWAY RESOLVED']);
    expect((await list())[0]).toMatchObject({ count: 1, resolvedAt: new Date(now).toISOString() });
  });

  test('an engine that comes back in time is no news', async () => {
    (await connect()).closed();
    await turn(SILENCE_MS - 1);
    await connect();
    await turn(SILENCE_MS);
    expect(await listSent()).toEqual([]);
  });

  test('after a service start it has a minute; nothing is repeated', async () => {
    await turn(START_MS);
    expect(await listSent()).toEqual([]);
    await turn(1);
    expect(await listSent()).toEqual(['ENGINE_AWAY ACTIVE']);
    await restart();
    await turn(2 * START_MS);
    expect((await list()).map(({ count }: { count: number }) => count)).toEqual([1]);
    await connect();
    await turn(1);
    expect(await listSent()).toEqual(['ENGINE_AWAY RESOLVED']);
  });

  test('is acknowledged like any other', async () => {
    await turn(START_MS + 1);
    const [{ id }] = await list();
    await api.call('acknowledgeNotifications', { body: { siteIds: [siteId], notificationIds: [id] } });
    expect((await list())[0]).toMatchObject({ ackValue: 'ACKNOWLEDGED', state: 'ACTIVE' });
  });

  test('of an inactive site, or disconnected for good, is expected to', async () => {
    await turn(START_MS + 1);
    await api.call('updateSite', { body: { site: { id: siteId, status: 'INACTIVE' } } });
    const toldNext = async () => {
      await turn(1);
      return listSent();
    };
    await expect.poll(toldNext).toEqual(['ENGINE_AWAY RESOLVED']);
    await turn(START_MS * 2);
    expect(await listSent()).toEqual(['ENGINE_AWAY RESOLVED']);
    await api.call('updateSite', { body: { site: { id: siteId, status: 'ACTIVE' } } });
    await api.call('disconnectEngine', { path: { siteId } });
    await turn(START_MS * 2);
    expect(await listSent()).toEqual(['ENGINE_AWAY RESOLVED']);
  });
});

test('several engines are announced one by one', () => {
  const watch = createAwayWatch(10);
  const away = (id: string) => ({ siteId: id, since: 0, wasHere: true });
  const names = (ids: string[], at: number) => {
    const { begun, over } = watch.turn(ids.map(away), at);
    return [...begun.map((one) => `+${one.siteId}`), ...over.map((id) => `-${id}`)];
  };
  expect(names(['a', 'b'], 11)).toEqual(['+a', '+b']);
  expect(names(['b'], 12)).toEqual(['-a']);
  expect(names(['a', 'b'], 13)).toEqual(['+a']);
});
