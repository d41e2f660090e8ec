import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EMPTY_TIME } from '../../src/contract/limits.ts';
import {
  act,
  createChain,
  createGraphBody,
  fetchPipeline,
  makeSavedPipeline,
  makeTransform,
} from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const fetchVersions = async (pipelineId: string) =>
  (await api.call('listVersions', { path: { pipelineId } })).body.versions;
const fetchGraph = async (pipelineId: string, graphVersion: number) =>
  (await api.call('getGraph', { path: { pipelineId, graphVersion } })).body.graph;
const none = { added: 0, removed: 0, changed: 0, renamed: 0, connections: 0 };

describe('version list [R3-17, R7-35]', () => {
  test('each version names author, time, changes and deployment', async () => {
    const { pipelineId, sourceId, sinkId, transformId, edges } = await makeSavedPipeline(api);
    const save = (of: object, name: string, metaInfo = {}) =>
      api.call('saveGraph', { body: createGraphBody(pipelineId, of, metaInfo, name) });
    const renamed = await makeTransform(api, pipelineId, { name: 'Parse lines', lineageId: transformId });
    await save(createChain(sourceId, renamed, sinkId), 'better name');
    const changed = await makeTransform(api, pipelineId, {
      name: 'Parse lines',
      lineageId: transformId,
      config: { onError: 'drop' },
    });
    await save(createChain(sourceId, changed, sinkId), 'drop what fails');
    await save(createChain(sourceId, sinkId), 'raw');
    await save({ ...edges, [sourceId]: { nodeIds: [transformId, sinkId] } }, 'two ways');
    await act(api, pipelineId, 'DEPLOY', 3);
    await api.service.services.lifecycle.settled();

    const versions = await fetchVersions(pipelineId);
    expect(versions.map(({ version, name, changes }: never) => [version, name, changes])).toEqual([
      [5, 'two ways', { ...none, added: 1, connections: 0 }],
      [4, 'raw', { ...none, removed: 1 }],
      [3, 'drop what fails', { ...none, changed: 1 }],
      [2, 'better name', { ...none, renamed: 1 }],
      [1, '', { ...none, added: 3 }],
    ]);
    const deployed = versions.filter(({ deployedAt }: { deployedAt: string }) => deployedAt !== EMPTY_TIME);
    expect(deployed.map(({ version }: { version: number }) => version)).toEqual([3]);
    for (const { createdAt, createdBy } of versions) {
      expect(createdBy).toBe('local@localhost');
      expect(Date.parse(createdAt)).toBeGreaterThan(0);
    }
  });

  test('is complete and in order when there are hundreds', async () => {
    const { pipelineId, edges } = await makeSavedPipeline(api);
    for (let version = 2; version <= 200; version += 1)
      await api.call('saveGraph', { body: createGraphBody(pipelineId, edges, {}, `n${version}`) });
    const versions = await fetchVersions(pipelineId);
    expect(versions.map(({ version }: { version: number }) => version)).toEqual(
      Array.from({ length: 200 }, (_, index) => 200 - index),
    );
    expect(versions[0]).toMatchObject({ name: 'n200', changes: none });
    expect(versions[0]).not.toHaveProperty('edges');
  });
});

describe('an earlier version saved again', () => {
  test('is a new version with the same nodes; saved ones stay', async () => {
    const { pipelineId, sourceId, sinkId, edges, transformId } = await makeSavedPipeline(api);
    await api.call('saveGraph', {
      body: createGraphBody(pipelineId, createChain(sourceId, sinkId), {}, 'raw'),
    });
    const stored = [await fetchGraph(pipelineId, 1), await fetchGraph(pipelineId, 2)];
    const answer = await api.call('saveGraph', {
      body: createGraphBody(pipelineId, edges, {}, 'v1 again'),
      headers: { 'if-match': '"2"' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.graph).toEqual({ ...stored[0], version: 3 });
    expect(answer.body.graph.nodes[transformId].componentId).toBe(transformId);
    expect([await fetchGraph(pipelineId, 1), await fetchGraph(pipelineId, 2)]).toEqual(stored);
    expect((await fetchVersions(pipelineId))[0]).toMatchObject({ changes: { ...none, added: 1 } });
    expect(await fetchPipeline(api, pipelineId)).toMatchObject({ latestGraphVersion: 3 });
  });

  test('is refused after a newer save, with what is stored', async () => {
    const { pipelineId, sourceId, sinkId, edges } = await makeSavedPipeline(api);
    await api.call('saveGraph', { body: createGraphBody(pipelineId, createChain(sourceId, sinkId)) });
    const answer = await api.call('saveGraph', {
      body: createGraphBody(pipelineId, edges),
      headers: { 'if-match': '"1"' },
    });
    expect(answer.status).toBe(412);
    expect(answer.body.code).toBe('STALE_VERSION');
    expect(answer.body.current.version).toBe(2);
    expect(await fetchVersions(pipelineId)).toHaveLength(2);
  });

  test('is refused by name when its destination was deleted since', async () => {
    const { pipelineId, sourceId, sinkId, edges, transformId } = await makeSavedPipeline(api);
    const other = await api.call('createSink', {
      body: { sink: { name: 'other', siteId: api.siteId, templateId: 'blackhole', config: {} } },
    });
    await api.call('saveGraph', {
      body: createGraphBody(pipelineId, createChain(sourceId, transformId, other.body.id)),
    });
    const gone = await api.call('deleteSink', { path: { id: sinkId } });
    expect(gone.status).toBe(200);
    const answer = await api.call('saveGraph', { body: createGraphBody(pipelineId, edges) });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body.message).toContain("'web sink' was deleted");
    expect(await fetchVersions(pipelineId)).toHaveLength(2);
  });
});
