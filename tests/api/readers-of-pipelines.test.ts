import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ResourceType } from '../../src/contract/enums.ts';
import type { Grant, Principal } from '../../src/service/auth/permissions.ts';
import { makeKey, makeRole, makeSite } from './support/access.ts';
import { makeFileSink } from './support/archives.ts';
import { act, createChain, createGraphBody, makePipeline, makeTransform } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

const CANARY = 'canary7f31';

const createReadGrants = (...resources: ResourceType[]): Grant[] =>
  resources.map((resource) => ({ resource, types: ['READ'], extra: [] }));

let api: TestService;
let grants: Grant[] | undefined;
let ids: Record<'pipeline' | 'source' | 'sink', string>;

const createCaller = (): Principal => ({
  user: {
    id: '500000000000000001',
    name: 'Someone',
    email: 'someone@example.org',
    picture: '',
    userType: 'SSO',
    roles: grants ? [] : [{ id: 'admin', type: 'SYSTEM', name: 'Admin' }],
  },
  grants: grants ?? [],
});

beforeEach(async () => {
  grants = undefined;
  api = await startService({ authenticate: async () => createCaller() });
  const { siteId } = api;
  const make = async (kind: 'Source' | 'Sink', name: string, templateId: string, config: object) => {
    const entity = { name, siteId, templateId, config, description: `${CANARY} of ${name}` };
    const answer = await api.call(`create${kind}`, { body: { [kind.toLowerCase()]: entity } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.id as string;
  };
  const http = { url: `https://${CANARY}.example/`, headers: { 'x-team': CANARY } };
  const source = await make('Source', 'web', 'http_server', { port: 21_003, path: `/${CANARY}` });
  const sink = await make('Sink', 'remote', 'http', http);
  await make('Source', `${CANARY} unused`, 'tcp', { port: 21_004 });
  await make('Sink', `${CANARY} spare`, 'blackhole', {});
  const pipeline = await makePipeline(api);
  const transform = await makeTransform(api, pipeline);
  await api.call('saveGraph', { body: createGraphBody(pipeline, createChain(source, transform, sink)) });
  ids = { pipeline, source, sink };
});
afterEach(() => api.stop());

const SHOWN = ['getGraph', 'exportPipelines', 'getPipelineDefinition', 'listNodeNames', 'explain'] as const;

const read = (id: (typeof SHOWN)[number]) =>
  api.call(id, {
    path: { pipelineId: ids.pipeline, graphVersion: 1 },
    query:
      id === 'explain'
        ? {
            siteId: api.siteId,
            'timeRange.startUnixTimeSeconds': 0,
            'timeRange.endUnixTimeSeconds': Math.ceil(Date.now() / 1000) + 60,
          }
        : id === 'getGraph' || id === 'getPipelineDefinition'
          ? {}
          : { siteId: api.siteId },
  });

test.each(SHOWN)('readers of pipelines alone see no settings of connections in %s', async (id) => {
  const whole = await read(id);
  expect(JSON.stringify([whole.status, whole.body])).toContain(CANARY);
  grants = createReadGrants('PIPELINES');
  const { status, body } = await read(id);
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain(CANARY);
  // The pipeline itself is shown, with what it leads to.
  expect(JSON.stringify(body)).toContain('remote');
});

test('readers of sources see those, and not the destinations', async () => {
  grants = createReadGrants('PIPELINES', 'SOURCES');
  const { graph } = (await read('getGraph')).body;
  expect(graph.nodes[ids.source].config.path).toBe(`/${CANARY}`);
  expect(graph.nodes[ids.sink]).toMatchObject({ name: 'remote', description: '', config: {} });
});

test('an export without connections can be imported again, and changes nothing', async () => {
  const query = { siteId: api.siteId, dryRun: false };
  grants = createReadGrants('PIPELINES').map((grant) => ({ ...grant, types: ['READ', 'WRITE'] }));
  const { body, headers } = await read('exportPipelines');
  const again = await api.call('importPipelines', {
    query,
    body: { definition: body.definition },
    headers: { 'if-match': headers.get('etag') ?? '' },
  });
  expect([again.status, again.body.entries]).toEqual([
    200,
    [expect.objectContaining({ action: 'unchanged' })],
  ]);
});

test('a name that is guessed in a definition tells nothing of a connection', async () => {
  const definition = `format: penstock/v2
pipelines:
  - name: guess
    graph:
      - source: ${CANARY} unused
        to: [remote]
`;
  const guess = async () =>
    (await api.call('readDefinition', { query: { siteId: api.siteId }, body: { definition } })).body
      .pipelines[0].nodes[0];
  expect(await guess()).toMatchObject({ id: expect.stringMatching(/^2/), templateId: 'tcp' });
  grants = createReadGrants('PIPELINES');
  expect(await guess()).toMatchObject({ id: '', templateId: '' });
});

test('a connection that is used names no pipeline to those who may not read it', async () => {
  grants = [{ resource: 'SINKS', types: ['READ', 'DELETE'], extra: [] }];
  const refused = await api.call('deleteSink', { path: { id: ids.sink } });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "The destination 'remote' is used by a pipeline you cannot see; remove it there first",
  ]);
});

test('refusals about a site name no pipeline, role or key one may not read', async () => {
  const { siteId } = api;
  const pipeline = { name: `${CANARY} runs`, siteId };
  const { id } = (await api.call('createPipeline', { body: { pipeline } })).body;
  await api.call('saveGraph', { body: createGraphBody(id, createChain(ids.source, ids.sink)) });
  await act(api, id, 'DEPLOY', 1);
  await api.service.services.lifecycle.settled();
  const types: Grant['types'] = ['READ', 'WRITE', 'DELETE'];
  grants = [{ resource: 'SITES', types, extra: [] }];
  const read = await api.call('getSite', { path: { siteId } });
  expect(read.body.site.running).toEqual([]);
  const inactive = { site: { id: siteId, status: 'INACTIVE' } };
  const rest = await api.call('updateSite', { body: inactive });
  expect([rest.status, rest.body.message, rest.body.details]).toEqual([
    409,
    "1 pipeline runs on site 'Local'. Pause or delete them first",
    [],
  ]);
  grants = undefined;
  await act(api, id, 'PAUSE', 1);
  await api.service.services.lifecycle.settled();
  const roleId = await makeRole(api, { name: `${CANARY} role`, siteIds: [siteId] });
  await makeKey(api, { name: `${CANARY} key`, roleId, siteIds: [siteId] });
  await makeSite(api);
  grants = (['SITES', 'PIPELINES', 'SOURCES', 'SINKS'] as const).map((resource) => ({
    ...{ resource, extra: [] },
    types,
  }));
  const named = await api.call('deleteSite', { path: { siteId } });
  expect([named.status, named.body.message]).toEqual([
    409,
    "Site 'Local' is used by a role, an API key. Remove it from them first",
  ]);
});

test('an archive in a destination that is used names no pipeline one may not read', async () => {
  const sinkId = await makeFileSink(api, 'Files');
  const pipeline = { name: `${CANARY} uses`, siteId: api.siteId };
  const { id } = (await api.call('createPipeline', { body: { pipeline } })).body;
  await api.call('saveGraph', { body: createGraphBody(id, createChain(ids.source, sinkId)) });
  grants = (['SOURCES', 'SINKS'] as const).map((resource) => ({ resource, types: ['WRITE'], extra: [] }));
  const refused = await api.call('enableArchival', {
    body: { siteId: api.siteId, sourceId: ids.source, sinkId },
  });
  expect([refused.status, refused.body.message, refused.body.details]).toEqual([
    409,
    "The destination 'Files' is used by a pipeline you cannot see; an archive needs its own destination",
    [],
  ]);
});
