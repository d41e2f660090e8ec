import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallId } from '../../src/contract/calls/index.ts';
import type { CallParts } from './support/service.ts';
import { buildPage, makeWireWorld, RANGE, readOf, type WireWorld } from './support/wire-world.ts';

let world: WireWorld;
beforeAll(async () => {
  world = await makeWireWorld();
});
afterAll(() => world.api.stop());

type Row = [
  requirements: string,
  what: string,
  fields: string,
  id: CallId,
  parts: (world: WireWorld) => CallParts,
  path: string,
];

const list = (sources: 'sources' | 'sinks' | 'transforms') => `${sources}.0`;
const buildPipelineParts = ({ made: { pipelineId } }: WireWorld): CallParts => ({ path: { pipelineId } });
const buildFigureParts = ({ api: { siteId }, made: { pipelineId } }: WireWorld): CallParts => ({
  path: { pipelineId },
  query: { siteId, ...RANGE },
});
const buildErrorParts = ({ api: { siteId } }: WireWorld): CallParts => ({ query: { siteId, ...RANGE } });

const DATA_PROCESSED =
  'totalInputDataBytes totalOutputDataBytes percentDataOptimized totalInputParsedDataBytes percentParsedDataOptimized';
const ERROR_ENTRY =
  'nodeId componentId templateName errorName errorLevel nodeName nodeType errorDesc lastOccurrenceUnixTimeSeconds isAcknowledged pipelineId';

/** Every field of section 3's entities. `#` is the first key. */
const ENTITIES: Row[] = [
  [
    'R3-06, R4-53',
    'a pipeline',
    'id name description siteId pipelineType status deployedGraphVersion latestGraphVersion pendingGraphVersion updatedAt sourceId sinkIds transformIds pendingAction percentDataOptimized',
    'getPipeline',
    buildPipelineParts,
    'pipeline',
  ],
  [
    'R3-12',
    'a graph',
    'pipelineId edges metaInfo version nodes',
    'getGraph',
    ({ made: { pipelineId } }) => ({ path: { pipelineId, graphVersion: 1 } }),
    'graph',
  ],
  ['R3-17, R3-18', 'a version', 'version name deployedAt', 'listVersions', buildPipelineParts, 'versions.0'],
  [
    'R3-19',
    'a transform',
    'id name description templateId templateName templateVersion isTransformGroup config origin processorType pipelineId siteFilenames userVisible',
    'listTransforms',
    () => ({ query: { includeConfig: true } }),
    list('transforms'),
  ],
  [
    'R3-25, R3-27',
    'a source',
    'id name siteId templateId templateName status usageType config lastAlive updatedAt',
    'listSources',
    () => ({}),
    list('sources'),
  ],
  [
    'R3-28, R3-30',
    'a destination',
    'id name siteId templateId templateName status usageType config lastAlive updatedAt',
    'listSinks',
    () => ({}),
    list('sinks'),
  ],
  ['R3-31', 'a site', 'id name status managedByGit', 'listSites', () => ({}), 'sites.0'],
  [
    'R3-49',
    'totals',
    DATA_PROCESSED,
    'getComponentsDataProcessed',
    buildFigureParts,
    'componentsDataProcessedMap.#',
  ],
  [
    'R3-51',
    'the optimisation of a destination',
    'sinkId percentDataOptimisedSeries',
    'getPipelineOptimisations',
    buildFigureParts,
    'pipelineSinksOptimisationSeries.0',
  ],
  ['R3-50', 'a series', 'timeSeriesTuple', 'getPipelineSeries', buildFigureParts, 'inputDataSeries'],
  [
    'R3-04',
    'a point of a series',
    'unixTimeSeconds value',
    'getPipelineSeries',
    buildFigureParts,
    'inputDataSeries.timeSeriesTuple.0',
  ],
  [
    'R3-53',
    'a summary',
    'percentDataOptimized processingErrors',
    'getPipelineSummaries',
    buildErrorParts,
    'pipelineSummaries.#',
  ],
  [
    'R3-54',
    'an error',
    ERROR_ENTRY,
    'listPipelineErrors',
    buildErrorParts,
    'pipelinesErrorDetails.#.errorDetails.0',
  ],
  [
    'R3-56',
    'the errors of a pipeline',
    'errorDetails unacknowledgedErrors unacknowledgedWarnings',
    'listPipelineErrors',
    buildErrorParts,
    'pipelinesErrorDetails.#',
  ],
  [
    'R3-64',
    'a notification',
    'id siteId category subCategory state ackValue severity status message createdAt',
    'listNotifications',
    () => ({}),
    'notifications.0',
  ],
  ['R3-68', 'a user', 'name picture email roles', 'listUsers', () => ({}), 'users.0'],
  ['R3-68', 'a role of a user', 'type name', 'listUsers', () => ({}), 'users.0.roles.0'],
  [
    'R3-23',
    'a template',
    'id name version category configFormat',
    'listTransformTemplates',
    () => ({}),
    'transformTemplates.0',
  ],
];

async function fetchField(row: Row): Promise<Record<string, unknown>> {
  const [, , , id, parts, path] = row;
  const { status, body } = await readOf(world, id, parts(world), '');
  expect(status, JSON.stringify(body)).toBe(200);
  return path
    .split('.')
    .reduce((value, key) => value?.[key === '#' ? (Object.keys(value)[0] ?? '') : key], body);
}

test.each(ENTITIES)('$1 has $2 [$0]', async (...row) => {
  expect(Object.keys(await fetchField(row))).toEqual(expect.arrayContaining(row[2].split(' ')));
});

test('the instances that counted are a list [R3-52]', async () => {
  const { api } = world;
  const { body } = await api.call('listDataPods', { path: { siteId: api.siteId }, query: RANGE });
  expect(body.dataPods).toEqual(['web-1']);
});

describe('entities made by people [R3-07, R3-20, R3-21, R3-90]', () => {
  test('type and origin are user, transforms are data processors', async () => {
    const { api, made } = world;
    const { pipeline } = (await api.call('getPipeline', buildPipelineParts(world))).body;
    expect(pipeline.pipelineType).toBe('USER');
    const query = { transformIds: [made.transformId] };
    const [transform] = (await api.call('listTransforms', { query })).body.transforms;
    expect([transform.origin, transform.processorType]).toEqual(['USER', 'DATA_PROCESSOR']);
  });
});

test('nodes are keyed by id, of three types; edges list followers [R3-13, R3-14]', async () => {
  const { api, made } = world;
  const path = { pipelineId: made.pipelineId, graphVersion: 1 };
  const { graph } = (await api.call('getGraph', { path })).body;
  const types = Object.entries<{ id: string; nodeType: string }>(graph.nodes).map(
    ([key, { id, nodeType }]) => {
      expect(id).toBe(key);
      return [key, nodeType];
    },
  );
  expect(Object.fromEntries(types)).toEqual({
    [made.sourceId]: 'SOURCE',
    [made.transformId]: 'TRANSFORM',
    [made.sinkId]: 'SINK',
  });
  expect(graph.edges).toMatchObject({
    [made.sourceId]: { nodeIds: [made.transformId] },
    [made.transformId]: { nodeIds: [made.sinkId] },
  });
});

test('a version never deployed has the empty time [R3-18, R4-53]', async () => {
  const { api, made } = world;
  const { body } = await api.call('createPipeline', {
    body: { pipeline: { name: 'second', siteId: api.siteId } },
  });
  const edges = { [made.sourceId]: { nodeIds: [made.sinkId] } };
  const versionInfo = { pipelineId: body.id, name: '' };
  await api.call('saveGraph', { body: { pipelineId: body.id, edges, metaInfo: {}, versionInfo } });
  const path = { pipelineId: body.id };
  const [version] = (await api.call('listVersions', { path })).body.versions;
  expect(version).toMatchObject({ version: 1, deployedAt: '0001-01-01T00:00:00Z' });
  const { pipeline } = (await api.call('getPipeline', { path })).body;
  expect(pipeline).toMatchObject({ status: 'DEFAULT', deployedGraphVersion: 0, latestGraphVersion: 1 });
});

test('pipelines are ordered by updated_at, and by known fields only [R3-08, R3-97]', async () => {
  const { api, made } = world;
  await api.call('updatePipeline', { body: { pipeline: { id: made.pipelineId, description: 'newest' } } });
  const idsBy = async (descending: boolean) => {
    const query = { ...buildPage('updated_at'), 'pagination.ordering.descending': descending };
    const { pipelines } = (await api.call('listPipelines', { query })).body;
    const times = pipelines.map(({ updatedAt }: { updatedAt: string }) => updatedAt);
    expect(times).toEqual(descending ? times.toSorted().toReversed() : times.toSorted());
    return pipelines.map(({ id }: { id: string }) => id);
  };
  const newest = await idsBy(true);
  expect(newest.toSorted()).toEqual((await idsBy(false)).toSorted());
  const first = { ...buildPage('updated_at'), 'pagination.limit': 1 };
  const pages = await Promise.all(
    newest.map((_: string, offset: number) =>
      api.call('listPipelines', { query: { ...first, 'pagination.offset': offset } }),
    ),
  );
  expect(pages.map(({ body }) => body.pipelines.map(({ id }: { id: string }) => id))).toEqual(
    newest.map((id: string) => [id]),
  );
  expect((await api.call('listPipelines', { query: buildPage('name') })).status).toBe(400);
});

test('a pipeline needs a name and no description [R3-09, R3-10]', async () => {
  const { api } = world;
  const create = (pipeline: object) =>
    api.call('createPipeline', { body: { pipeline: { siteId: api.siteId, ...pipeline } } });
  expect((await create({ name: 'described by its name' })).status).toBe(200);
  for (const name of ['', '   ', undefined]) {
    const { status, body } = await create({ name, description: 'x' });
    expect([status, body.details[0].field]).toEqual([400, 'pipeline.name']);
  }
});
