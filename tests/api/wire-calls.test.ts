import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallId } from '../../src/contract/calls/index.ts';
import {
  buildPage,
  makeWireWorld,
  type Row,
  readOf,
  testReads,
  type WireWorld,
} from './support/wire-world.ts';

let world: WireWorld;
beforeAll(async () => {
  world = await makeWireWorld();
});
afterAll(() => world.api.stop());

const expectSomething = () => expect.anything();
const UPDATED = buildPage('updated_at');

/** Record reads of section 7, with every parameter. */
const READS: Row[] = [
  [
    'R7-22',
    'listFeatures',
    'GET /v1/auth/orgs/features',
    () => ({}),
    'features',
    () => expect.arrayContaining(['apiKeys']),
  ],
  [
    'R7-24, R7-25, R7-27',
    'listSites',
    'GET /v1/sites',
    () => ({ query: UPDATED }),
    '',
    ({ api }) => ({ sites: [{ id: api.siteId }], pagination: { totalCount: 1 } }),
  ],
  [
    'R7-28',
    'listTransformTemplates',
    'GET /v1/transform-templates',
    ({ api, made }) => ({
      query: {
        includeConfigFormat: true,
        categories: ['PARSER'],
        adjacentNodes: [made.sourceId],
        siteId: api.siteId,
        pipelineId: made.pipelineId,
      },
    }),
    'transformTemplates',
    () => expect.arrayContaining([expect.objectContaining({ id: 'parse_json', category: 'PARSER' })]),
  ],
  [
    'R7-29',
    'listTransformTemplates',
    'GET /v1/transform-templates',
    () => ({}),
    'transformTemplates.0.configFormat',
    () => ({ config_groups: expect.any(Array) }),
  ],
  [
    'R7-30',
    'listNodeNames',
    'GET /v1/node-names',
    ({ api }) => ({ query: { siteId: api.siteId, nodeTypes: ['SOURCE'], statuses: ['ACTIVE'] } }),
    'nodeNames',
    ({ made }) => [{ id: made.sourceId, name: 'web source', nodeType: 'SOURCE' }],
  ],
  [
    'R7-31',
    'listPipelineNodeIds',
    'GET /v1/pipeline-nodeids',
    ({ made }) => ({
      query: { pipelineIds: [made.pipelineId], types: ['USER'], statuses: ['DEPLOYED'] },
    }),
    'pipelineNodeIdsMap',
    ({ made }) => ({
      [made.pipelineId]: { nodeIds: expect.arrayContaining([made.sourceId, made.transformId, made.sinkId]) },
    }),
  ],
  [
    'R7-32, R7-82, R7-84',
    'listNodePipelineIds',
    'GET /v1/node-pipelineids',
    ({ made }) => ({ query: { nodeIds: [made.sinkId], types: ['USER'], statuses: ['DEPLOYED'] } }),
    'nodePipelineIds',
    ({ made }) => [{ nodeId: made.sinkId, pipelineIds: [made.pipelineId] }],
  ],
  [
    'R7-33',
    'listPipelines',
    'GET /v1/pipelines',
    ({ api, made }) => ({
      query: {
        siteIds: [api.siteId],
        pipelineIds: [made.pipelineId],
        sourceIds: [made.sourceId],
        sinkIds: [made.sinkId],
        statuses: ['DEPLOYED'],
        types: ['USER'],
        ...UPDATED,
      },
    }),
    'pipelines',
    ({ made }) => [{ id: made.pipelineId }],
  ],
  [
    'R7-34',
    'listPipelineNames',
    'GET /v1/pipeline-names',
    ({ api }) => ({ query: { siteIds: [api.siteId], statuses: ['DEPLOYED'], types: ['USER'] } }),
    'sitePipelineNames',
    ({ api, made }) => [{ siteId: api.siteId, pipelineNames: [{ id: made.pipelineId, name: 'web' }] }],
  ],
  [
    'R7-36',
    'getGraph',
    'GET /v1/pipeline/{pipelineId}/graph/{graphVersion}',
    ({ made }) => ({
      path: { pipelineId: made.pipelineId, graphVersion: 1 },
      query: { filterInternalNodes: true },
    }),
    'graph',
    ({ made }) => ({ pipelineId: made.pipelineId, version: 1 }),
  ],
  [
    'R7-43',
    'listSources',
    'GET /v1/sources',
    ({ api, made }) => ({
      query: {
        siteIds: [api.siteId],
        templateIds: ['tcp'],
        statuses: ['ACTIVE'],
        sourceIds: [made.sourceId],
        includeConfig: true,
        usageTypes: ['USER'],
        ...UPDATED,
      },
    }),
    'sources',
    ({ made }) => [{ id: made.sourceId, config: { port: made.port } }],
  ],
  ['R7-44', 'listSources', 'GET /v1/sources', () => ({}), 'sources.0.config', expectSomething],
  [
    'R3-29, R7-53',
    'listSinks',
    'GET /v1/sinks',
    ({ api, made }) => ({
      query: {
        siteIds: [api.siteId],
        templateIds: ['blackhole'],
        statuses: ['ACTIVE'],
        usageTypes: ['USER', 'ARCHIVAL'],
        sinkIds: [made.sinkId],
        includeConfig: true,
        ...UPDATED,
      },
    }),
    'sinks',
    ({ made }) => [{ id: made.sinkId, config: {} }],
  ],
  [
    'R7-57',
    'listTransforms',
    'GET /v1/transforms',
    ({ api, made }) => ({
      query: {
        siteIds: [api.siteId],
        transformIds: [made.transformId],
        includeConfig: true,
        processorTypes: ['DATA_PROCESSOR'],
        ...UPDATED,
      },
    }),
    'transforms',
    ({ made }) => [{ id: made.transformId, config: {} }],
  ],
  [
    'R7-69, R7-81, R3-69',
    'listUsers',
    'GET /v1/auth/users',
    () => ({ query: { userEmails: ['local@localhost'], ...buildPage('name') } }),
    'users',
    () => [{ email: 'local@localhost', roles: [{ type: 'SYSTEM', name: 'Admin' }] }],
  ],
  [
    'R7-70, R3-69',
    'listUserNames',
    'GET /v1/auth/user-names',
    () => ({ query: { userEmails: ['local@localhost'], userNames: ['Local administrator'] } }),
    'userNames',
    () => [{ id: expect.any(String), name: 'Local administrator', email: 'local@localhost' }],
  ],
];

describe('reads', () => {
  testReads(READS, () => world);

  test('transforms come without their configuration unless it is asked for [R7-58]', async () => {
    const { found } = await readOf(world, 'listTransforms', {}, 'transforms.0');
    expect(found).toMatchObject({ id: world.made.transformId });
    expect(found).not.toHaveProperty('config');
  });

  test.each([
    ['listUsers', { userIds: ['500000000000000099'] }, 'users'],
    ['listUserNames', { userIds: ['500000000000000099'] }, 'userNames'],
    ['listUserNames', { userNames: ['Nobody'] }, 'userNames'],
    ['listUsers', { userEmails: ['nobody@example.org'] }, 'users'],
  ] as [CallId, Record<string, string[]>, string][])(
    '%s narrowed down by %j has nobody [R3-69, R7-69, R7-70]',
    async (id, query, reads) => {
      const { found } = await readOf(world, id, { query }, reads);
      expect(found).toEqual([]);
    },
  );

  test('the newest change comes first, the oldest where that is asked for [R7-27]', async () => {
    const ids = async (descending: boolean) => {
      const query = { 'pagination.ordering.descending': descending, statuses: ['ACTIVE'] };
      const { sources } = (await world.api.call('listSources', { query })).body;
      return sources.map(({ id }: { id: string }) => id);
    };
    await world.api.call('updateSource', { body: { source: { id: world.made.sourceId, description: 'x' } } });
    expect(await ids(false)).toEqual((await ids(true)).toReversed());
  });
});
