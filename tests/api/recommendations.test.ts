import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDeployedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
let web: Awaited<ReturnType<typeof makeDeployedPipeline>>;

beforeEach(async () => {
  api = await startService();
  web = await makeDeployedPipeline(api);
});
afterEach(() => api.stop());

const createEvent = (at: number): string =>
  JSON.stringify({
    level: at % 2 === 0 ? 'debug' : 'info',
    message: `line ${at}`,
    host: 'web-1',
    empty: null,
  });

async function captureEvents(count: number): Promise<string> {
  const body = { pipelineId: web.pipelineId, componentId: web.sourceId, limit: 40, seconds: 60 };
  const { capture } = (await api.call('startCapture', { body })).body;
  const texts = Array.from({ length: count }, (_, at) => ({ text: createEvent(at), at: 0 }));
  api.engine.taps.at(-1)?.onEvents(texts);
  return capture.id;
}

const list = async () => (await api.call('listRecommendations', { query: { siteId: api.siteId } })).body;

test('recommendations: a running pipeline nobody looked at is the next to look at [R6-18]', async () => {
  expect(await list()).toMatchObject({
    recommendations: [],
    runningCount: 1,
    lookedAtCount: 0,
    pendingCount: 0,
    next: [{ pipelineId: web.pipelineId, componentName: 'Parse' }],
  });
});

test('recommendations: findings come with what their steps saved, the largest share first [R6-18]', async () => {
  await captureEvents(40);
  const { recommendations, lookedAtCount, next } = await list();
  expect({ lookedAtCount, next }).toEqual({ lookedAtCount: 1, next: [] });
  expect(recommendations[0]).toMatchObject({
    pipelineId: web.pipelineId,
    componentId: web.sourceId,
    templateId: 'filter',
    kind: 'DEBUG_NOISE',
    eventCount: 40,
  });
  const shares = recommendations.map(
    (one: { bytesBefore: number; bytesAfter: number }) => one.bytesAfter / one.bytesBefore,
  );
  expect(shares).toEqual(shares.toSorted());
  expect(shares.every((share: number) => share < 1)).toBe(true);
});

test('recommendations: what was found outlives the captured events [R6-18]', async () => {
  await captureEvents(40);
  const { recommendations } = await list();
  for (let at = 0; at < 48; at++) {
    const body = { pipelineId: web.pipelineId, componentId: web.sourceId, limit: 1, seconds: 1 };
    const { capture } = (await api.call('startCapture', { body })).body;
    await api.call('stopCapture', { path: { captureId: capture.id } });
  }
  expect((await list()).recommendations).toEqual(recommendations);
});

test('recommendations: a capture that still runs is waited for [R6-18]', async () => {
  await captureEvents(3);
  expect(await list()).toMatchObject({ lookedAtCount: 0, pendingCount: 1, next: [] });
});
