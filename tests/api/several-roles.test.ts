import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CALL_IDS, callDefinition } from '../../src/contract/calls/index.ts';
import {
  type AccessType,
  type ExtraGrant,
  RESOURCE_TYPES,
  type ResourceType,
} from '../../src/contract/enums.ts';
import { type Grant, lackingFor } from '../../src/contract/permissions.ts';
import { listPermittedSites, type Principal, permits } from '../../src/service/auth/permissions.ts';
import { makeSite } from './support/access.ts';
import { act, makeConnections, makeDeployedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

const SITES = ['400000000000000001', '400000000000000002'] as const;

const createPrincipal = (...grants: Grant[]): Principal => ({
  user: {
    id: '500000000000000001',
    name: 'Someone',
    email: 'someone@example.org',
    picture: '',
    userType: 'SSO',
    roles: [],
  },
  grants,
});

const createPipelineGrant = (types: AccessType[], extra: ExtraGrant[], siteIds?: string[]): Grant => ({
  resource: 'PIPELINES',
  types,
  extra,
  ...(siteIds ? { siteIds } : {}),
});

/** Every combination of access types, extra grants and sites. */
const ROLES: Grant[] = [['READ'], ['READ', 'WRITE']].flatMap((types) =>
  [[], ['DEPLOY'], ['LIVE_CAPTURE']].flatMap((extra) =>
    [undefined, [SITES[0]], [SITES[1]]].map((siteIds) =>
      createPipelineGrant(types as AccessType[], extra as ExtraGrant[], siteIds),
    ),
  ),
);

const ALL: Grant[] = RESOURCE_TYPES.map((resource) => ({
  resource,
  types: ['READ', 'WRITE', 'DELETE'],
  extra: ['DEPLOY', 'LIVE_CAPTURE'],
}));
const listGrantsWithout = (resource: ResourceType, type: AccessType | ExtraGrant): Grant[] =>
  ALL.map((grant) =>
    grant.resource === resource
      ? {
          ...grant,
          types: grant.types.filter((one) => one !== type),
          extra: grant.extra.filter((one) => one !== type),
        }
      : grant,
  );

/** The type and the extra grant may come from different roles on the same site. */
function isGranted(grants: readonly Grant[], type: AccessType, grant: ExtraGrant | undefined, site: string) {
  const here = grants.filter(({ siteIds }) => siteIds === undefined || siteIds.includes(site));
  const hasType = here.some(({ types }) => types.includes(type));
  return hasType && (grant === undefined || here.some(({ extra }) => extra.includes(grant)));
}

test('people with two and three roles: every call is granted per site, never across sites [R6-04]', () => {
  const calls = CALL_IDS.map((id) => callDefinition(id).access).filter(
    (access) => access.kind === 'resource' && access.resource === 'PIPELINES' && !access.also,
  );
  // The rule sees what a call needs and never which it is.
  const needs = [...new Map(calls.map((access) => [JSON.stringify(access), access])).values()];
  expect(needs.length).toBeGreaterThan(3);
  const people = ROLES.flatMap((first) =>
    ROLES.flatMap((second) => [[first, second], ...ROLES.map((third) => [first, second, third])]),
  );
  for (const grants of people) {
    const principal = createPrincipal(...grants);
    for (const access of needs) {
      if (access.kind !== 'resource') continue;
      const granted = SITES.filter((site) => isGranted(grants, access.type, access.grant, site));
      const listed = listPermittedSites(principal, access);
      const said = JSON.stringify({ grants, access });
      for (const site of SITES)
        expect(permits(principal, access, site) === true, said).toBe(granted.includes(site));
      expect(listed === 'all' ? SITES : SITES.filter((site) => listed.includes(site)), said).toEqual(granted);
      expect(lackingFor({ isAdministrator: false, grants }, access) === undefined, said).toBe(
        granted.length > 0,
      );
    }
  }
});

describe('an editor of every site with DEPLOY and LIVE CAPTURE on one', () => {
  const ADMIN: Principal = {
    ...createPrincipal(),
    user: { ...createPrincipal().user, roles: [{ id: 'a', type: 'SYSTEM', name: 'Admin' }] },
  };
  let api: TestService;
  let caller: Principal;
  let own: string;
  let foreign: string;
  let foreignSource: string;

  beforeEach(async () => {
    caller = ADMIN;
    api = await startService({ authenticate: async () => caller });
    own = (await makeDeployedPipeline(api, 'own')).pipelineId;
    const made = await makeDeployedPipeline({ ...api, siteId: await makeSite(api) }, 'foreign');
    foreign = made.pipelineId;
    foreignSource = made.sourceId;
    caller = createPrincipal(
      createPipelineGrant(['READ', 'WRITE'], []),
      createPipelineGrant(['READ'], ['DEPLOY', 'LIVE_CAPTURE'], [api.siteId]),
    );
  });
  afterEach(() => api.stop());

  test('pauses a pipeline there and none elsewhere', async () => {
    const refused = await act(api, foreign, 'PAUSE');
    expect(refused.status).toBe(403);
    expect(refused.body.message).toBe('You need DEPLOY on Pipelines');
    expect((await act(api, own, 'PAUSE')).status).toBe(200);
  });

  test('captures no events elsewhere', async () => {
    const body = { pipelineId: foreign, componentId: foreignSource, limit: 1, seconds: 1 };
    expect((await api.call('startCapture', { body })).status).toBe(403);
  });
});

describe('a call that does several things needs all of their grants', () => {
  let api: TestService;
  let grants: Grant[];
  beforeEach(async () => {
    grants = ALL;
    api = await startService({ authenticate: async () => createPrincipal(...grants) });
  });
  afterEach(() => api.stop());

  test.each([
    ['PIPELINES', 'WRITE', 'You need WRITE on Pipelines'],
    ['PIPELINES', 'DEPLOY', 'You need DEPLOY on Pipelines'],
    ['SOURCES', 'WRITE', 'You need WRITE on Sources'],
    ['SINKS', 'WRITE', 'You need WRITE on Destinations'],
  ] as const)('the example pipeline is not made without %s %s', async (resource, type, message) => {
    grants = listGrantsWithout(resource, type);
    const refused = await api.call('createExamplePipeline', { body: { siteId: api.siteId } });
    expect([refused.status, refused.body.message]).toEqual([403, message]);
    expect((await api.store.nodes.list({ kind: 'SOURCE' })).rows).toEqual([]);
    grants = ALL;
    expect((await api.call('createExamplePipeline', { body: { siteId: api.siteId } })).status).toBe(200);
  });

  test('grants of two sites do not add up to one example', async () => {
    const second = await makeSite(api);
    const [here, there] = [[api.siteId], [second]];
    grants = ALL.map((one) => ({ ...one, siteIds: one.resource === 'SOURCES' ? there : here }));
    for (const siteId of [api.siteId, second])
      expect((await api.call('createExamplePipeline', { body: { siteId } })).status).toBe(403);
  });

  test.each(['PIPELINES', 'SOURCES', 'SINKS'] as const)(
    'a site is not deleted with its pipelines and connections without DELETE on %s',
    async (resource) => {
      grants = listGrantsWithout(resource, 'DELETE');
      const path = { siteId: await makeSite(api) };
      expect((await api.call('deleteSite', { path })).status).toBe(403);
    },
  );

  test('a pipeline is not deleted without DELETE', async () => {
    const { pipelineId } = await makeDeployedPipeline(api);
    grants = listGrantsWithout('PIPELINES', 'DELETE');
    const refused = await act(api, pipelineId, 'DELETE');
    expect([refused.status, refused.body.message]).toEqual([403, 'You need DELETE on Pipelines']);
    grants = ALL;
    expect((await act(api, pipelineId, 'DELETE')).status).toBe(200);
  });

  test('a destination is not made an archive without WRITE on it', async () => {
    const { sourceId } = await makeConnections(api);
    grants = listGrantsWithout('SINKS', 'WRITE');
    const body = { siteId: api.siteId, sourceId };
    const refused = await api.call('enableArchival', { body });
    expect([refused.status, refused.body.message]).toEqual([403, 'You need WRITE on Destinations']);
  });

  test('an import that archives a source needs WRITE on destinations', async () => {
    const query = { siteId: api.siteId, dryRun: false };
    const sources = `sources:
  - name: web source
    type: tcp
    config:
      port: 20990
`;
    const sinks = `destinations:
  - name: store
    type: file
    config:
      path: /tmp/penstock-test-output/store.ndjson
`;
    const body = (text: string) => ({ definition: `format: penstock/v2\n\n${text}` });
    const both = await api.call('importPipelines', { query, body: body(`${sources}\n${sinks}`) });
    expect(both.status, JSON.stringify(both.body)).toBe(200);
    grants = listGrantsWithout('SINKS', 'WRITE');
    const archived = body(sources.replace('    config:', '    archive: store\n    config:'));
    const refused = await api.call('importPipelines', { query, body: archived });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      "'web source': You need WRITE on Destinations",
    ]);
    grants = ALL.filter(({ resource }) => resource !== 'SOURCES');
    const guessed = await api.call('importPipelines', { query, body: body(sources) });
    expect([guessed.status, guessed.body.message]).toEqual([403, "'web source': You need READ on Sources"]);
  });
});
