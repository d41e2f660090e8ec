import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CALL_IDS, callDefinition } from '../../src/contract/calls/index.ts';
import type { ApiKey } from '../../src/contract/entities/access.ts';
import { makeKey, makeRole, makeSite } from './support/access.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
let ownerId: string;
beforeEach(async () => {
  api = await startService();
  const user = { name: 'Ada', email: 'ada@example.org', roleIds: ['admin'] };
  ownerId = (await api.call('createUser', { body: { user } })).body.id;
});
afterEach(() => api.stop());

/** A key that Ada made while she was an administrator. */
async function makeKeyOfAda(roleId: string, siteIds: string[] = []) {
  const made = await makeKey(api, { roleId, siteIds });
  const row = await api.store.apiKeys.find(made.id);
  if (!row) throw new Error('the key is not stored');
  await api.store.apiKeys.update({ ...row, created_by: ownerId });
  return made;
}

const giveAda = (...roleIds: string[]) =>
  api.call('updateUser', { body: { user: { id: ownerId, roleIds } } });

const isLimited = async () =>
  (await api.call('listApiKeys')).body.apiKeys.map((key: ApiKey) => key.isLimited);

const create = (headers: Record<string, string>, siteId = api.siteId, name = 'made') =>
  api.call('createPipeline', { headers, body: { pipeline: { name, siteId } } });

describe('an API key does no more than its owner may now', () => {
  test('an administrator who is demoted keeps nothing through an older key', async () => {
    const { headers } = await makeKeyOfAda('admin');
    expect((await api.call('listApiKeys', { headers })).status).toBe(200);
    expect(await isLimited()).toEqual([false]);
    await giveAda('viewer');
    const refused = await api.call('createApiKey', {
      headers,
      body: { apiKey: { name: 'more', description: '', roleId: 'admin', siteIds: [] } },
    });
    expect([refused.status, refused.body.message]).toEqual([403, 'You need the role Admin']);
    expect((await create(headers)).body.message).toBe('You need WRITE on Pipelines');
    expect((await api.call('getSession', { headers })).body.isAdministrator).toBe(false);
    expect((await api.call('listPipelines', { headers })).status).toBe(200);
    expect(await isLimited()).toEqual([true]);
    await giveAda('admin');
    expect((await create(headers)).status).toBe(200);
    expect(await isLimited()).toEqual([false]);
  });

  test('a key is limited to the sites on which its owner still writes', async () => {
    const second = await makeSite(api);
    const { headers } = await makeKeyOfAda('editor');
    const grants = [{ resourceType: 'PIPELINES', accessTypes: ['READ', 'WRITE'], extraGrants: [] }];
    await giveAda('viewer', await makeRole(api, { grants, siteIds: [second] }));
    expect((await create(headers)).status).toBe(403);
    expect((await create(headers, second)).status).toBe(200);
  });

  test('a connection that a key opened ends when its owner loses the access', async () => {
    const { headers } = await makeKeyOfAda('editor');
    const { authenticator } = api.service.services;
    const request = new Request('http://127.0.0.1:4600/', { headers });
    const opener = await authenticator.authenticate(request);
    if (!opener) throw new Error('the key does not work');
    await giveAda(await makeRole(api));
    expect((await authenticator.current(opener))?.grants).toEqual([]);
  });
});

describe('an API key is no person', () => {
  test('calls on sessions, sign-in and preferences refuse keys of administrators', async () => {
    const { headers } = await makeKey(api, { roleId: 'admin' });
    const refused = CALL_IDS.filter((id) => callDefinition(id).forPeople);
    expect(refused).toEqual(
      expect.arrayContaining([
        'listSessions',
        'updatePreferences',
        'createFallbackCode',
        'acknowledgeNotifications',
      ]),
    );
    for (const id of refused) {
      const path = { sessionId: 'a'.repeat(16) };
      const answer = await api.call(id, { headers, path });
      expect([answer.status, answer.body.message], id).toEqual([
        403,
        'An API key is no person: it has no session, preferences or read marks; sign in to the console for this',
      ]);
    }
    const { auditRecords } = (await api.call('listAuditRecords', { query: { results: 'denied' } })).body;
    expect(auditRecords.map(({ call }: { call: string }) => call).sort()).toEqual([...refused].sort());
  });

  test('a key is not given what its owner was answered before', async () => {
    const headers = { ...(await makeKey(api, { roleId: 'admin' })).headers, 'idempotency-key': 'same' };
    const body = { pipeline: { name: 'once', siteId: api.siteId } };
    const asOwner = { 'idempotency-key': 'same' };
    expect((await api.call('createPipeline', { headers: asOwner, body })).status).toBe(200);
    expect((await api.call('createPipeline', { headers, body })).body.code).toBe('NAME_TAKEN');
  });

  test('every call on sessions and preferences says whether it refuses keys', () => {
    const own = ['getSession', 'getHeldAccess', 'listFeatures', 'createSocketTicket', 'getSignIn'];
    for (const id of CALL_IDS) {
      const { access, path, forPeople = false } = callDefinition(id);
      if (!/\/auth\/(session|sign|preferences)/.test(path)) continue;
      expect(forPeople || access.kind === 'admin', id).toBe(!own.includes(id));
    }
  });
});
