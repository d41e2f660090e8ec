import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDeployedPipeline, makeSavedPipeline } from './support/fixtures.ts';
import { expectRefusal, GHOST } from './support/refusal.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
let web: Awaited<ReturnType<typeof makeDeployedPipeline>>;

beforeEach(async () => {
  api = await startService({ flags: ['aiRecommendations'] });
  web = await makeDeployedPipeline(api);
});
afterEach(() => api.stop());

const createEvent = (at: number): string =>
  JSON.stringify({
    level: at % 2 === 0 ? 'debug' : 'info',
    message: at % 2 === 0 ? `tick ${at} of the clock` : `User u${at} (admin) logged in from 10.0.0.${at}`,
    host: 'web-1.example.internal',
    empty: null,
  });

async function captureEvents(): Promise<string> {
  const body = { pipelineId: web.pipelineId, componentId: web.sourceId, limit: 40, seconds: 60 };
  const { capture } = (await api.call('startCapture', { body })).body;
  const texts = Array.from({ length: 40 }, (_, at) => ({ text: createEvent(at), at: 0 }));
  api.engine.taps.at(-1)?.onEvents(texts);
  return capture.id;
}

test('a capture is described by fields, patterns and findings [R2.4-61]', async () => {
  const captureId = await captureEvents();
  const { body } = await api.call('getDataInsights', {
    path: { pipelineId: web.pipelineId },
    query: { captureId },
  });
  expect(body.insights).toMatchObject({ events: 40, textEvents: 0, messageField: 'message' });
  expect(body.insights.fields.map(({ path }: { path: string }) => path)).toContain('host');
  expect(body.insights.patterns.map(({ count }: { count: number }) => count)).toEqual([20, 20]);
});

test('every change that a finding proposes is one the transforms take [R2.4-61]', async () => {
  const captureId = await captureEvents();
  const { body } = await api.call('getDataInsights', {
    path: { pipelineId: web.pipelineId },
    query: { captureId },
  });
  const changes = body.insights.findings.map((one: { change: object }) => one.change);
  expect(changes.length).toBeGreaterThanOrEqual(4);
  const transforms = changes.map((change: object) => ({ ...change, pipelineId: web.pipelineId }));
  const made = await api.call('createTransforms', { body: { transforms } });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
});

test('a capture that is gone, or of another pipeline, is not found [R2.4-61]', async () => {
  const captureId = await captureEvents();
  const other = await makeSavedPipeline(api, 'other');
  const ask = (pipelineId: string, id: string) => () =>
    api.call('getDataInsights', { path: { pipelineId }, query: { captureId: id } });
  const refusal = { status: 404, code: 'NOT_FOUND', message: /capture/ };
  await expectRefusal(api, ask(other.pipelineId, captureId), refusal);
  await expectRefusal(api, ask(web.pipelineId, GHOST.capture), refusal);
});

test('findings are suggested for the transform that does them, with what it saves [R6-18]', async () => {
  const events = Array.from({ length: 40 }, (_, at) => createEvent(at));
  const suggest = async (templateId: string) =>
    (await api.call('suggestSteps', { body: { templateId, events } })).body.suggestions;
  const removals = await suggest('remove_fields');
  expect(removals.map(({ config }: { config: { fields: string[] } }) => config.fields)).toContainEqual([
    'empty',
  ]);
  const [dropping] = await suggest('filter');
  expect(dropping).toMatchObject({ templateId: 'filter', matched: 20 });
  for (const { bytes } of [...removals, dropping]) expect(bytes.after).toBeLessThan(bytes.before);
  const samples = await suggest('sample');
  expect(samples.map(({ matched }: { matched: number }) => matched)).toEqual([18, 18]);
});
