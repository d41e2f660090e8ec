import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { CALL_IDS, callDefinition } from '../../src/contract/calls/index.ts';
import type { ApiKey } from '../../src/contract/entities/access.ts';
import { makeKey, makeRole, makeSite } from './support/access.ts';
import { HandMadeProvider } from './support/hand-made-provider.ts';
import { startService, type TestService } from './support/service.ts';
import { switchSsoOn } from './support/sign-in.ts';

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

  test('a key that somebody else rotated is theirs from then on', async () => {
    const mine = await makeKey(api, { name: 'mine', roleId: 'admin' });
    const { headers: ada } = await makeKeyOfAda('admin');
    const { body } = await api.call('rotateApiKey', { path: { keyId: mine.id }, headers: ada });
    const rotated = { authorization: `Bearer ${body.key}` };
    expect((await api.call('listRoles', { headers: rotated })).status).toBe(200);
    await giveAda('viewer');
    expect((await api.call('listRoles', { headers: rotated })).status).toBe(403);
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

describe('API keys of the local administrator end with sign-in', () => {
  test('one made without sign-in is refused, says why, and works once rotated', async () => {
    const provider = await new HandMadeProvider().start();
    onTestFinished(() => provider.stop());
    const local = await makeKey(api, { name: 'CI', roleId: 'editor' });
    const ada = await makeKey(api, { name: 'ada', roleId: 'admin' });
    const row = await api.store.apiKeys.find(ada.id);
    if (row) await api.store.apiKeys.update({ ...row, created_by: ownerId });
    const { authenticator } = api.service.services;
    const opener = await authenticator.authenticate(new Request('http://127.0.0.1:4600/', local));
    const { admin } = await switchSsoOn(api, { metadataUrl: provider.issuer });
    const refused = await api.call('listPipelines', { headers: local.headers });
    expect([refused.status, refused.body.message]).toEqual([
      401,
      "The API key 'CI' was created by the local administrator and works only while sign-in is off; rotate it under Settings, API Keys, signed in as yourself",
    ]);
    expect(opener && (await authenticator.current(opener))).toBeUndefined();
    const { apiKeys } = (await api.call('listApiKeys', { headers: ada.headers })).body;
    expect(apiKeys.map(({ name, status }: ApiKey) => [name, status])).toEqual(
      expect.arrayContaining([
        ['CI', 'STOPPED'],
        ['ada', 'ACTIVE'],
      ]),
    );
    const again = await admin.call('rotateApiKey', { path: { keyId: local.id } });
    expect([again.status, again.body.message]).toEqual([
      409,
      'A key of the local administrator does not work while sign-in is on; sign in as yourself to create it',
    ]);
    const rotated = await api.call('rotateApiKey', { path: { keyId: local.id }, headers: ada.headers });
    const headers = { authorization: `Bearer ${rotated.body.key}` };
    expect((await api.call('listPipelines', { headers })).status).toBe(200);
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
        'An API key has no session, preferences or read marks; sign in to the console for this',
      ]);
    }
    const { auditRecords } = (await api.call('listAuditRecords', { query: { results: 'denied' } })).body;
    expect(auditRecords.map(({ call }: { call: string }) => call).sort()).toEqual([...refused].sort());
    for (const record of auditRecords)
      expect(record).toMatchObject({ source: 'key', keyId: expect.any(String), keyName: 'robot' });
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
