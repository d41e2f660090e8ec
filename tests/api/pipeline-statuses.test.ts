import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PipelineState } from '../../src/contract/entities/pipeline.ts';
import { buildDefinition } from '../harness/many-pipelines.ts';
import { act } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

const COUNT = 40;

let api: TestService;
beforeEach(async () => {
  api = await startService();
  await api.call('importPipelines', {
    query: { siteId: api.siteId, dryRun: false },
    body: { definition: buildDefinition(COUNT, 21_000) },
    headers: { 'if-match': '*' },
  });
});
afterEach(() => api.stop());

const list = async () =>
  (await api.call('listPipelines', { query: { siteIds: [api.siteId], 'pagination.limit': 1000 } })).body;
const fetchStates = async (query: Record<string, string | string[]> = {}): Promise<PipelineState[]> =>
  (await api.call('listPipelineStatuses', { query: { siteIds: [api.siteId], ...query } })).body
    .pipelineStatuses;

test('polled states equal the list, in less than half its size [R4-27]', async () => {
  const { pipelines } = await list();
  await act(api, pipelines[0].id, 'DEPLOY', 1);
  await api.service.services.lifecycle.settled();
  const after = await list();
  const polled = await fetchStates();
  expect(polled).toHaveLength(COUNT);
  const byId = new Map(polled.map((state) => [state.id, state]));
  for (const pipeline of after.pipelines) expect(pipeline).toMatchObject(byId.get(pipeline.id) ?? {});
  expect(byId.get(pipelines[0].id)).toMatchObject({ status: 'DEPLOYED', deployedGraphVersion: 1 });
  expect(JSON.stringify(polled).length).toBeLessThan(JSON.stringify(after.pipelines).length / 2);
});

test('deleted pipelines are reported when named; other sites have none [R4-24]', async () => {
  const [first] = await fetchStates();
  const id = first?.id ?? '';
  await act(api, id, 'DELETE', 0);
  await api.service.services.lifecycle.settled();
  expect((await fetchStates()).some((state) => state.id === id)).toBe(false);
  expect(await fetchStates({ statuses: ['DELETED'] })).toMatchObject([{ id, status: 'DELETED' }]);
  expect(await fetchStates({ siteIds: ['400000000000000009'] })).toEqual([]);
});
