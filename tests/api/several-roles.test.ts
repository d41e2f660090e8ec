import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CALL_IDS, callDefinition } from '../../src/contract/calls/index.ts';
import type { AccessType, ExtraGrant } from '../../src/contract/enums.ts';
import { type Grant, lackingFor } from '../../src/contract/permissions.ts';
import { listPermittedSites, type Principal, permits } from '../../src/service/auth/permissions.ts';
import { makeSite } from './support/access.ts';
import { act, makeDeployedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

const SITES = ['400000000000000001', '400000000000000002'] as const;

const holding = (...grants: Grant[]): Principal => ({
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

const onPipelines = (types: AccessType[], extra: ExtraGrant[], siteIds?: string[]): Grant => ({
  resource: 'PIPELINES',
  types,
  extra,
  ...(siteIds ? { siteIds } : {}),
});

/** Every combination of access types, extra grants and sites. */
const ROLES: Grant[] = [['READ'], ['READ', 'WRITE']].flatMap((types) =>
  [[], ['DEPLOY'], ['LIVE_CAPTURE']].flatMap((extra) =>
    [undefined, [SITES[0]], [SITES[1]]].map((siteIds) =>
      onPipelines(types as AccessType[], extra as ExtraGrant[], siteIds),
    ),
  ),
);

/** The type and the extra grant may come from different roles on the same site. */
function isGranted(grants: readonly Grant[], type: AccessType, grant: ExtraGrant | undefined, site: string) {
  const here = grants.filter(({ siteIds }) => siteIds === undefined || siteIds.includes(site));
  const hasType = here.some(({ types }) => types.includes(type));
  return hasType && (grant === undefined || here.some(({ extra }) => extra.includes(grant)));
}

test('people with two and three roles: every call is granted per site, never across sites [R6-04]', () => {
  const calls = CALL_IDS.map((id) => callDefinition(id).access).filter(
    (access) => access.kind === 'resource' && access.resource === 'PIPELINES',
  );
  const people = ROLES.flatMap((first) =>
    ROLES.flatMap((second) => [[first, second], ...ROLES.map((third) => [first, second, third])]),
  );
  for (const grants of people) {
    const principal = holding(...grants);
    for (const access of calls) {
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
    ...holding(),
    user: { ...holding().user, roles: [{ id: 'a', type: 'SYSTEM', name: 'Admin' }] },
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
    caller = holding(
      onPipelines(['READ', 'WRITE'], []),
      onPipelines(['READ'], ['DEPLOY', 'LIVE_CAPTURE'], [api.siteId]),
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
