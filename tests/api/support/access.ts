import type { TestService } from './service.ts';

/** A person who is an administrator, and owns the keys made so far: the local one's end with sign-in. */
export async function giveKeysToAda(api: TestService): Promise<string> {
  const user = { name: 'Ada', email: 'ada@example.org', roleIds: ['admin'] };
  const { id } = (await api.call('createUser', { body: { user } })).body;
  for (const row of await api.store.apiKeys.list())
    await api.store.apiKeys.update({ ...row, created_by: id });
  return id;
}

/** These grants apply to PIPELINES, SOURCES and the rest. */
export async function makeRole(
  api: TestService,
  role: { name?: string; grants?: object[]; siteIds?: string[] } = {},
): Promise<string> {
  const answer = await api.call('createRole', {
    body: { role: { name: 'Pipelines', description: '', grants: [], siteIds: [], ...role } },
  });
  return answer.body.id;
}

export async function makeKey(
  api: TestService,
  apiKey: { name?: string; roleId: string; siteIds?: string[]; expiresInDays?: number },
): Promise<{ id: string; key: string; headers: { authorization: string } }> {
  const answer = await api.call('createApiKey', {
    body: { apiKey: { name: 'robot', description: '', siteIds: [], ...apiKey } },
  });
  const { id, key } = answer.body;
  return { id, key, headers: { authorization: `Bearer ${key}` } };
}

/** A key of a person of their own, who is an administrator. */
export async function makePerson(api: TestService, name: string): Promise<{ authorization: string }> {
  const user = { name, email: `${name.toLowerCase()}@example.org`, roleIds: ['admin'] };
  const { id } = (await api.call('createUser', { body: { user } })).body;
  const key = await makeKey(api, { name: `of ${name}`, roleId: 'admin' });
  const row = await api.store.apiKeys.find(key.id);
  if (row) await api.store.apiKeys.update({ ...row, created_by: id });
  return key.headers;
}

export async function makeSite(
  api: TestService,
  id = '400000000000000002',
  engine = 'embedded',
): Promise<string> {
  const now = Date.now();
  await api.store.sites.insert({
    id,
    name: 'Second',
    description: '',
    status: 'ACTIVE',
    vendor: 'ON_PREMISE',
    engine,
    revision: 1,
    created_at: now,
    updated_at: now,
  });
  return id;
}

export async function makeJoinedSite(api: TestService): Promise<string> {
  const siteId = await makeSite(api, undefined, 'remote');
  await api.store.remoteEngines.put({
    site_id: siteId,
    token_hash: '',
    token_expires_at: 0,
    token_used_at: 0,
    credential_hash: 'of its credential',
    joined_at: Date.now(),
    last_seen_at: 0,
    host: 'far',
    platform: 'linux x64',
    version: '0.1.0',
    errors_stored: 0,
  });
  return siteId;
}
