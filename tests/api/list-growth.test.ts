import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildDefinition, buildName } from '../harness/many-pipelines.ts';
import { openMemoryStore } from '../harness/memory-store.ts';
import { act } from './support/fixtures.ts';
import { type Answer, type CallParts, startService, type TestService } from './support/service.ts';

const FEW = 3;
const MANY = 60;

/** Fixed: the ends of a range decide from which rows its metrics are read. */
const NOON = Date.UTC(2026, 0, 5, 12);

let api: TestService;
let statements: string[] = [];

beforeEach(async () => {
  const store = await openMemoryStore((text) => statements.push(text));
  api = await startService({ store, clock: () => NOON });
});
afterEach(() => api.stop());

const importPipelines = async (count: number): Promise<Answer> => {
  const answer = await api.call('importPipelines', {
    query: { siteId: api.siteId, dryRun: false },
    body: { definition: buildDefinition(count, 21_000) },
    headers: { 'if-match': '*' },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer;
};

async function countStatements(work: () => Promise<Answer>): Promise<number> {
  statements = [];
  const answer = await work();
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return statements.length;
}

describe('what a list asks the database does not grow with the pipelines', () => {
  const range = { 'timeRange.startUnixTimeSeconds': 1, 'timeRange.endUnixTimeSeconds': 3601 };
  const reads: [Parameters<TestService['call']>[0], (siteId: string) => CallParts][] = [
    ['listPipelines', (siteId) => ({ query: { siteIds: [siteId], 'pagination.limit': 1000 } })],
    ['listPipelineNames', (siteId) => ({ query: { siteIds: [siteId] } })],
    ['listPipelineStatuses', (siteId) => ({ query: { siteIds: [siteId] } })],
    ['listNodeNames', (siteId) => ({ query: { siteId } })],
    ['listSources', (siteId) => ({ query: { siteIds: [siteId] } })],
    ['listSinks', (siteId) => ({ query: { siteIds: [siteId] } })],
    ['getPipelineSummaries', (siteId) => ({ query: { siteId, ...range } })],
    ['listPipelineErrors', (siteId) => ({ query: { siteId, ...range } })],
    ['countPipelineErrors', (siteId) => ({ query: { siteId, ...range } })],
    ['exportPipelines', (siteId) => ({ query: { siteId } })],
  ];

  test('every list call makes as many statements for 60 as for 3 [R7-33]', async () => {
    const counts = async () => {
      const found: Record<string, number> = {};
      for (const [id, parts] of reads)
        found[id] = await countStatements(() => api.call(id, parts(api.siteId)));
      return found;
    };
    await importPipelines(FEW);
    const few = await counts();
    await importPipelines(MANY);
    expect(await counts()).toEqual(few);
    // Three queries for the list, two for metrics of two resolutions.
    expect(few.listPipelines).toBeLessThanOrEqual(5);
    expect(few.listPipelineStatuses).toBe(1);
  });

  test('an action costs the same among many pipelines as among few [R7-40]', async () => {
    const deploy = async (n: number) => {
      const names = (await api.call('listPipelineNames', { query: { siteIds: [api.siteId] } })).body;
      const { id } = names.sitePipelineNames[0].pipelineNames.find(
        (one: { name: string }) => one.name === buildName(n),
      );
      const count = await countStatements(() => act(api, id, 'DEPLOY', 1));
      await api.service.services.lifecycle.settled();
      return count;
    };
    await importPipelines(FEW);
    const few = await deploy(1);
    await importPipelines(MANY);
    expect(await deploy(2)).toBe(few);
  });

  test('an import asks a fixed number of questions for each pipeline', async () => {
    const few = await countStatements(() => importPipelines(FEW));
    const more = await countStatements(() => importPipelines(FEW + 10));
    expect((more - few) / 10).toBeLessThanOrEqual(15);
  });
});
