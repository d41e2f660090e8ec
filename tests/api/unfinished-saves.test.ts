import { afterEach, beforeEach, expect, test } from 'vitest';
import { GRAPHLESS_AGE_MS } from '../../src/service/leftovers.ts';
import { fetchPipeline, makePipeline, makeSavedPipeline, makeTransform } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let now = Date.parse('2026-01-21T12:00:00Z');
let api: TestService;
beforeEach(async () => {
  api = await startService({ clock: () => now });
});
afterEach(() => api.stop());

const restart = async () => {
  await api.service.stop();
  api = await startService({ store: api.store, clock: () => now });
};
const fetchNames = async () =>
  (await api.call('listPipelines')).body.pipelines.map((one: { name: string }) => one.name);

test('leftovers of an unfinished save go after a day', async () => {
  const saved = await makeSavedPipeline(api, 'whole');
  const graphless = await makePipeline(api, 'begun');
  const transformId = await makeTransform(api, graphless);
  now += GRAPHLESS_AGE_MS - 1000;
  await restart();
  expect((await fetchNames()).sort()).toEqual(['begun', 'whole']);
  now += 2000;
  await restart();
  expect(await fetchNames()).toEqual(['whole']);
  expect(await api.store.transforms.findMany([transformId])).toEqual([]);
  expect(await fetchPipeline(api, saved.pipelineId)).toMatchObject({ latestGraphVersion: 1 });
  expect(await makePipeline(api, 'begun')).toMatch(/^3/);
});
