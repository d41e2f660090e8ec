import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildArchivalBody, makeFileSink } from './support/archives.ts';
import { expectDone } from './support/exchange.ts';
import { createChain, createGraphBody, makeSavedPipeline, makeTransform } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';
import { uploadTable } from './support/upload.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const fetchGraph = async (pipelineId: string, graphVersion: number, filterInternalNodes = true) =>
  expectDone(
    await api.call('getGraph', { path: { pipelineId, graphVersion }, query: { filterInternalNodes } }),
  ).body.graph;
const listTransforms = async (query: Record<string, string | string[] | number>) =>
  expectDone(await api.call('listTransforms', { query })).body;

describe('a single transform', () => {
  test('is created, and deleted while no version holds it [R7-83]', async () => {
    const { pipelineId, transformId } = await makeSavedPipeline(api);
    const transform = { name: 'Own', templateId: 'parse_json', config: {}, pipelineId };
    const { id } = expectDone(await api.call('createTransform', { body: { transform } })).body;
    expect((await listTransforms({ transformIds: [id] })).transforms[0].name).toBe('Own');
    expectDone(await api.call('deleteTransform', { path: { id } }));
    expect((await listTransforms({ transformIds: [id] })).transforms).toEqual([]);
    const held = await api.call('deleteTransform', { path: { id: transformId } });
    expect(held).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
    expect(held.body.message).toContain('version 1');
    const bad = { body: { transform: { ...transform, templateId: 'sample', config: { rate: 'x' } } } };
    const refused = await api.call('createTransform', bad);
    expect([refused.status, refused.body.details[0].field]).toEqual([400, 'transform.config.rate']);
  });

  test('is changed in a new version, with its place, notes and lineage [R7-83]', async () => {
    const { pipelineId, transformId, sourceId, sinkId } = await makeSavedPipeline(api);
    const edges = createChain(sourceId, transformId, sinkId);
    const notes = { [transformId]: { notes: 'why' } };
    expectDone(await api.call('saveGraph', { body: createGraphBody(pipelineId, edges, notes) }));
    const transform = { id: transformId, name: 'Renamed', config: { field: 'body' } };
    const headers = { 'if-match': '"2"' };
    const { body } = expectDone(await api.call('updateTransform', { body: { transform }, headers }));
    expect(body.graphVersion).toBe(3);
    const graph = await fetchGraph(pipelineId, 3);
    expect(graph.edges).toEqual(createChain(sourceId, body.id, sinkId));
    expect(graph.metaInfo).toEqual({ [body.id]: { notes: 'why' } });
    expect(graph.nodes[body.id]).toMatchObject({ name: 'Renamed', componentId: transformId });
    expect((await fetchGraph(pipelineId, 2)).nodes[transformId].name).toBe('Parse');
    const again = await api.call('updateTransform', { body: { transform } });
    expect(again).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });

  test('lists the files its configuration names [R3-19]', async () => {
    await uploadTable(api);
    const { pipelineId, transformId } = await makeSavedPipeline(api);
    const config = { file: 'hosts.csv', keys: [{ field: 'host', column: 'host' }] };
    const lookupId = await makeTransform(api, pipelineId, { name: 'Look up', templateId: 'lookup', config });
    const { transforms } = await listTransforms({ transformIds: [lookupId, transformId] });
    const files = transforms.map((one: { id: string; siteFilenames: string[] }) => [
      one.id,
      one.siteFilenames,
    ]);
    expect(Object.fromEntries(files)).toEqual({ [lookupId]: ['hosts.csv'], [transformId]: [] });
  });
});

describe('internal nodes', () => {
  const archive = async () => {
    const made = await makeSavedPipeline(api);
    const archiveSinkId = await makeFileSink(api, 'Archive', { format: 'parquet' });
    expectDone(await api.call('enableArchival', buildArchivalBody(api, made.sourceId, archiveSinkId)));
    return { ...made, archiveSinkId };
  };

  test('graphs hold those of the archive unless filtered [R7-36, R3-88]', async () => {
    const { pipelineId, sourceId, transformId, sinkId, archiveSinkId } = await archive();
    const filtered = await fetchGraph(pipelineId, 1);
    expect(Object.keys(filtered.nodes).toSorted()).toEqual([sourceId, transformId, sinkId].toSorted());
    const whole = await fetchGraph(pipelineId, 1, false);
    const internal = Object.values<{ id: string; userVisible?: boolean; origin?: string }>(
      whole.nodes,
    ).filter((one) => one.userVisible === false);
    expect(internal.map(({ origin }) => origin)).toEqual(['ARCHIVAL', 'ARCHIVAL']);
    const [recordId] = internal.map(({ id }) => id).filter((id) => id !== archiveSinkId);
    expect(whole.edges[sourceId].nodeIds).toEqual([transformId, recordId]);
    expect(whole.edges[recordId!]).toEqual({ nodeIds: [archiveSinkId] });
  });

  test('transforms of archives are listed by their type, not visible [R3-19, R3-89]', async () => {
    const { transformId, sourceId } = await archive();
    const { transforms, pagination } = await listTransforms({ processorTypes: ['GENERIC_PREPROCESSOR'] });
    const archiveId = api.engine.plans.get(transforms[0].pipelineId)?.nodes[0]?.id;
    expect(archiveId).toBe(sourceId);
    expect(transforms[0]).toMatchObject({ origin: 'ARCHIVAL', userVisible: false, siteFilenames: [] });
    expect(pagination.totalCount).toBe(1);
    const both = { processorTypes: ['DATA_PROCESSOR', 'GENERIC_PREPROCESSOR'], 'pagination.limit': 1 };
    const page = async (offset: number) =>
      (await listTransforms({ ...both, 'pagination.offset': offset })).transforms.map(
        ({ id }: { id: string }) => id,
      );
    expect([await page(0), await page(1), await page(2)]).toEqual([[transformId], [transforms[0].id], []]);
  });
});

test('starting points are chains of known transforms for known sources, with events', async () => {
  const { startingPoints } = expectDone(await api.call('listStartingPoints', {})).body;
  const { transformTemplates } = expectDone(await api.call('listTransformTemplates', {})).body;
  const { sourceTemplates } = expectDone(await api.call('listSourceTemplates', {})).body;
  const listIds = (all: { id: string }[]) => all.map(({ id }) => id);
  expect(startingPoints.length).toBeGreaterThan(0);
  for (const { transforms, sourceKinds, sample } of startingPoints) {
    const used = transforms.map(({ templateId }: { templateId: string }) => templateId);
    expect(listIds(transformTemplates)).toEqual(expect.arrayContaining(used));
    expect(listIds(sourceTemplates)).toEqual(expect.arrayContaining(sourceKinds));
    expect(sample).not.toEqual([]);
  }
});

describe('templates of transforms', () => {
  const listIds = async (query: Record<string, string | string[]>) => {
    const answer = await api.call('listTransformTemplates', { query });
    return answer.body.transformTemplates?.map(({ id }: { id: string }) => id) ?? answer.body.details;
  };

  test('are narrowed to what fits between the adjacent nodes [R7-28]', async () => {
    const { pipelineId, sourceId, transformId, sinkId } = await makeSavedPipeline(api);
    const textId = await makeTransform(api, pipelineId, { name: 'Text', templateId: 'serialise' });
    const edges = createChain(sourceId, transformId, textId, sinkId);
    expectDone(await api.call('saveGraph', { body: createGraphBody(pipelineId, edges) }));
    const all = await listIds({});
    expect(await listIds({ adjacentNodes: [sourceId, transformId], pipelineId })).toEqual(all);
    expect(await listIds({ adjacentNodes: [transformId, textId], pipelineId })).toEqual(all);
    const behindText = await listIds({ adjacentNodes: [textId, sinkId], pipelineId });
    expect(all.filter((id: string) => !behindText.includes(id)).toSorted()).toEqual([
      'flatten',
      'keep_fields',
      'remove_fields',
      'unroll',
    ]);
    expect(await listIds({ adjacentNodes: [textId, sinkId] })).toEqual(behindText);
  });

  test('a node that is unknown or elsewhere is named [R7-28]', async () => {
    const { pipelineId } = await makeSavedPipeline(api);
    const other = await makeSavedPipeline(api, 'other');
    const unknown = await listIds({ adjacentNodes: ['100000000000000009'] });
    expect(unknown).toMatchObject([{ field: 'adjacentNodes.0', rule: 'unknown_node' }]);
    const foreign = await listIds({ adjacentNodes: [other.sourceId], pipelineId });
    expect(foreign).toMatchObject([{ field: 'adjacentNodes.0', rule: 'unknown_node' }]);
  });
});
