import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStore } from '../../src/service/store/index.ts';
import type { Connection } from '../../src/service/store/open.ts';
import { openMemory } from '../harness/memory-store.ts';
import { createCounters, T0, toRangeQuery } from './support/counting.ts';
import { makeDeployedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
let connection: Connection;
beforeEach(async () => {
  connection = await openMemory();
  api = await startService({ store: await createStore(connection), clock: () => T0 });
});
afterEach(() => api.stop());

const limitPages = (most: number) => sql`pragma max_page_count = ${sql.lit(most)}`.execute(connection.db);
const fill = () => limitPages(1);
const makeRoom = () => limitPages(1_000_000);

const makeSink = (name: string) =>
  api.call('createSink', {
    body: {
      sink: { name, siteId: api.siteId, templateId: 'blackhole', config: {}, description: 'x'.repeat(900) },
    },
  });

test('a full disk: a change is refused, then works with room [R10]', async () => {
  const { pipelineId } = await makeDeployedPipeline(api);
  await fill();
  let made = 0;
  let refused = await makeSink('sink 0');
  while (refused.status === 200 && made < 200) refused = await makeSink(`sink ${++made}`);
  expect(refused).toMatchObject({
    status: 507,
    body: { code: 'STORAGE_FULL', message: expect.stringMatching(/is full.*Free space on that disk/) },
  });
  const { sinks } = (await api.call('listSinks', { query: { 'pagination.limit': 1000 } })).body;
  expect(sinks.filter(({ name }: { name: string }) => name === `sink ${made}`)).toEqual([]);
  expect((await api.call('getPipeline', { path: { pipelineId } })).body.pipeline.status).toBe('DEPLOYED');
  await makeRoom();
  expect((await makeSink(`sink ${made}`)).status).toBe(200);
});

test('a full disk: errors and figures wait, then are stored [R10]', async () => {
  const { pipelineId, sinkId, sourceId } = await makeDeployedPipeline(api);
  await fill();
  for (let n = 0; (await makeSink(`sink ${n}`)).status === 200 && n < 200; n++);
  const problem = { errorName: 'BufferNotWritten', message: 'The disk buffer cannot be written' };
  const more = { causes: ['no space left'], resolutions: ['Free space'], exampleEvent: 'y'.repeat(4000) };
  const where = { pipelineId, componentId: sinkId, nodeId: sinkId };
  const { analytics } = api.service.services;
  for (let n = 0; n < 3; n++) {
    const error = { ...where, ...problem, ...more, level: 'ERROR' as const, count: 2, lastAt: T0 + n };
    api.engine.report({ type: 'errors', errors: [error] });
    await analytics.flush().catch(() => {});
  }
  api.engine.report({
    type: 'counters',
    bootId: 'a',
    at: T0,
    pipelines: { [pipelineId]: { [sourceId]: createCounters(7, 7) } },
  });
  await analytics.flush().catch(() => {});
  const listed = async () =>
    (await api.call('listPipelineErrors', { query: { siteId: api.siteId, ...toRangeQuery(-60, 600) } })).body
      .pipelinesErrorDetails[pipelineId]?.errorDetails ?? [];
  expect(await listed()).toEqual([]);
  await makeRoom();
  await analytics.flush();
  expect(await listed()).toMatchObject([{ errorName: problem.errorName, count: '6' }]);
  expect(await api.store.series.totals()).toMatchObject([{ component_id: sourceId, events_in: 7 }]);
});
