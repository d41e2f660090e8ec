// Slow: 200 pipelines are deployed, and the events of each are analyzed.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LOOK_PIPELINES_MAX } from '../../src/contract/entities/recommendations.ts';
import { makeDeployedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
let web: Awaited<ReturnType<typeof makeDeployedPipeline>>;

beforeEach(async () => {
  api = await startService({ flags: ['aiRecommendations'], callsPerMinute: 0 });
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

test('recommendations: 200 running pipelines are analyzed in bounded parts, each once [R6-18]', async () => {
  const others = Array.from({ length: 199 }, (_, at) => `other ${at}`);
  for (const name of others) await makeDeployedPipeline(api, name);
  const looked: string[] = [];
  let readings = 0;
  let slowestMs = 0;
  const read = async () => {
    const begin = performance.now();
    const answer = await list();
    readings += 1;
    slowestMs = Math.max(slowestMs, performance.now() - begin);
    return answer;
  };
  for (let answer = await read(); answer.next.length > 0; ) {
    expect(answer.next.length).toBeLessThanOrEqual(LOOK_PIPELINES_MAX);
    for (const { pipelineId, componentId } of answer.next) {
      looked.push(pipelineId);
      await api.call('startCapture', { body: { pipelineId, componentId, limit: 40, seconds: 60 } });
      const texts = Array.from({ length: 40 }, (_, at) => ({ text: createEvent(at), at: 0 }));
      api.engine.taps.at(-1)?.onEvents(texts);
    }
    do answer = await read();
    while (answer.pendingCount > 0);
  }
  const { lookedAtCount, runningCount, recommendations } = await read();
  expect([lookedAtCount, runningCount, new Set(looked).size, looked.length]).toEqual([200, 200, 200, 200]);
  expect(new Set(recommendations.map(({ pipelineId }: { pipelineId: string }) => pipelineId)).size).toBe(200);
  // Six captures are analyzed by one reading, so that 20 take four.
  expect(readings).toBeLessThanOrEqual(1 + 10 * 4 + 1);
  expect(slowestMs).toBeLessThan(10_000);
});
