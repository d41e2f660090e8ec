import { afterEach, describe, expect, test } from 'vitest';
import type { Grant } from '../../src/service/auth/permissions.ts';
import { buildDefinition } from '../harness/many-pipelines.ts';
import { makeSite } from './support/access.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService | undefined;
afterEach(() => api?.stop());

const startAs = async (grants: Grant[]) => {
  const user = {
    id: '500000000000000001',
    name: 'Someone',
    email: 'someone@example.org',
    picture: '',
    userType: 'SSO' as const,
    roles: [],
  };
  api = await startService({ authenticate: async () => ({ user, grants }) });
  return api;
};

describe('what a person holds [R6-36]', () => {
  test('people are told their grants, so the console can say first', async () => {
    const grants: Grant[] = [{ resource: 'PIPELINES', types: ['READ'], extra: ['LIVE_CAPTURE'] }];
    const service = await startAs(grants);
    expect((await service.call('getSession')).body).toMatchObject({ isAdministrator: false });
    expect((await service.call('getHeldAccess')).body).toEqual({ isAdministrator: false, grants });
  });

  test('grants by site: sources here, pipelines there, imports make no sources', async () => {
    const second = '400000000000000002';
    const service = await startAs([
      { resource: 'PIPELINES', types: ['READ', 'WRITE'], extra: [], siteIds: [second] },
      { resource: 'SINKS', types: ['READ', 'WRITE'], extra: [], siteIds: [second] },
      { resource: 'SOURCES', types: ['READ', 'WRITE'], extra: [], siteIds: ['400000000000000009'] },
    ]);
    await makeSite(service, second);
    const answer = await service.call('importPipelines', {
      query: { siteId: second, dryRun: false },
      body: { definition: buildDefinition(1, 21_000) },
    });
    expect([answer.status, answer.body.message]).toEqual([
      403,
      expect.stringContaining('You need READ on Sources'),
    ]);
    expect((await service.store.nodes.list({ kind: 'SOURCE', siteIds: [second] })).rows).toEqual([]);
  });
});
