import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeKey, makeRole } from './support/access.ts';
import { startService, type TestService } from './support/service.ts';

const DAY_MS = 86_400_000;
let api: TestService;
let now = Date.UTC(2026, 10, 21);
beforeEach(async () => {
  now = Date.UTC(2026, 10, 21);
  api = await startService({ clock: () => now });
});
afterEach(() => api.stop());

const PIPELINES_READ = [{ resourceType: 'PIPELINES', accessTypes: ['READ'], extraGrants: [] }];
const invite = (user: object = {}) =>
  api.call('createUser', {
    body: { user: { name: 'Ada', email: 'ada@example.org', roleIds: ['viewer'], ...user } },
  });
const fetchMembers = async () => (await api.call('listMembers')).body.members;
const fetchMember = async (name: string) =>
  (await fetchMembers()).find((one: { name: string }) => one.name === name);

describe('roles', () => {
  test('the roles of the system are there and stay as they are [R6-03]', async () => {
    const { roles } = (await api.call('listRoles', { query: { 'pagination.ordering.descending': false } }))
      .body;
    expect(roles.map((role: { name: string; type: string }) => `${role.type} ${role.name}`)).toEqual([
      'SYSTEM Admin',
      'SYSTEM IAM Admin',
      'SYSTEM Operator',
      'SYSTEM Editor',
      'SYSTEM Viewer',
    ]);
    const change = { id: 'viewer', name: 'Viewer', description: '', grants: [], siteIds: [] };
    const refused = await api.call('updateRole', { body: { role: change } });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining("'Viewer' is a system role"),
    ]);
    expect((await api.call('deleteRole', { path: { roleId: 'admin' } })).status).toBe(409);
  });

  test('roles: made, changed, deleted; unique names, and unknown sites refused', async () => {
    const id = await makeRole(api, { name: 'Night shift', grants: PIPELINES_READ });
    const taken = await api.call('createRole', {
      body: { role: { name: 'night SHIFT', description: '', grants: [], siteIds: [] } },
    });
    expect([taken.status, taken.body.details[0].field]).toEqual([409, 'role.name']);
    const nowhere = await api.call('createRole', {
      body: { role: { name: 'Other', description: '', grants: [], siteIds: ['499999999999999999'] } },
    });
    expect(nowhere.body.details[0]).toMatchObject({
      field: 'role.siteIds',
      message: 'There is no site with the id 499999999999999999',
    });
    const changed = { id, name: 'Day shift', description: 'By day', grants: [], siteIds: [api.siteId] };
    const answer = await api.call('updateRole', { body: { role: changed }, headers: { 'if-match': '"1"' } });
    expect(answer.body.role).toMatchObject({ ...changed, revision: 2, userCount: 0 });
    const stale = await api.call('updateRole', { body: { role: changed }, headers: { 'if-match': '"1"' } });
    expect(stale.status).toBe(412);
    expect((await api.call('deleteRole', { path: { roleId: id } })).status).toBe(200);
  });

  test('a role that is held is not deleted: its holders are named', async () => {
    const roleId = await makeRole(api, { name: 'Held' });
    await invite({ roleIds: [roleId] });
    await makeKey(api, { name: 'exporter', roleId });
    const refused = await api.call('deleteRole', { path: { roleId } });
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE']);
    expect(refused.body.message).toContain('held by Ada, the API key exporter');
  });
});

describe('users', () => {
  test('someone is invited, gets other roles, is disabled, is removed [R2.1-69, R7-71 … R7-73]', async () => {
    const { id } = (await invite()).body;
    expect(await fetchMember('Ada')).toMatchObject({ status: 'INVITED', email: 'ada@example.org' });
    expect((await fetchMember('Ada')).roles).toEqual([{ id: 'viewer', type: 'SYSTEM', name: 'Viewer' }]);
    expect((await invite({ email: 'ADA@example.org' })).body.details[0].field).toBe('user.email');
    expect((await invite({ email: 'nobody' })).body.details[0].message).toContain('name@example.org');
    expect((await invite({ email: 'x@y.z', roleIds: ['nothing'] })).body.details[0].field).toBe(
      'user.roleIds',
    );
    await api.call('updateUser', { body: { user: { id, roleIds: ['operator'], disabled: true } } });
    expect(await fetchMember('Ada')).toMatchObject({ status: 'DISABLED', revision: 2 });
    await api.call('deleteUser', { path: { userId: id } });
    expect(await fetchMembers()).toHaveLength(1);
  });

  test('who everyone is while sign-in is off stays as it is', async () => {
    const [local] = await fetchMembers();
    const refused = await api.call('deleteUser', { path: { userId: local.id } });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('sign-in is off')]);
  });

  test('the last administrator who can sign in stays one', async () => {
    const { id } = (await invite({ name: 'Root', roleIds: ['admin'] })).body;
    // The local administrator no longer exists once people sign in.
    await api.store.users.delete((await fetchMember('Local administrator')).id);
    for (const change of [{ roleIds: ['viewer'] }, { disabled: true }]) {
      const refused = await api.call('updateUser', { body: { user: { id, ...change } } });
      expect(refused.body.message).toContain("'Root' is the last administrator");
    }
    expect((await api.call('deleteUser', { path: { userId: id } })).status).toBe(409);
    await invite({ name: 'Second', email: 's@example.org', roleIds: ['iam-admin'] });
    expect((await api.call('deleteUser', { path: { userId: id } })).status).toBe(200);
  });
});

describe('API keys', () => {
  const get = (headers: Record<string, string>) => api.call('listPipelines', { headers });

  test('a key is shown once, has its role, and is stored hashed', async () => {
    const roleId = await makeRole(api, { grants: PIPELINES_READ });
    const { key, id, headers } = await makeKey(api, { roleId });
    expect(key).toMatch(/^penstock_[A-Za-z0-9]{12}_[A-Za-z0-9]{43}$/);
    expect((await get(headers)).status).toBe(200);
    const denied = await api.call('createPipeline', {
      headers,
      body: { pipeline: { name: 'x', siteId: api.siteId } },
    });
    expect([denied.status, denied.body.message]).toEqual([403, 'You need WRITE on Pipelines']);
    expect((await api.call('listApiKeys', { headers })).status).toBe(403);
    const { apiKeys } = (await api.call('listApiKeys')).body;
    expect(apiKeys).toEqual([
      expect.objectContaining({ id, name: 'robot', prefix: key.slice(0, 21), status: 'ACTIVE' }),
    ]);
    const stored = JSON.stringify([apiKeys, await api.store.apiKeys.list()]);
    expect(stored).not.toContain(key.split('_')[2]);
  });

  test('wrong, revoked, expired and replaced keys are refused, despite a session', async () => {
    const { id, key, headers } = await makeKey(api, { roleId: 'viewer', expiresInDays: 30 });
    for (const wrong of [
      '',
      'Bearer nothing',
      `Bearer ${key}x`,
      `Bearer ${key.slice(0, -1)}_`,
      'Basic YTpi',
    ]) {
      expect((await get({ authorization: wrong })).status, wrong).toBe(401);
    }
    const rotated = (await api.call('rotateApiKey', { path: { keyId: id }, body: {} })).body.key;
    expect((await get(headers)).status).toBe(401);
    const next = { authorization: `Bearer ${rotated}` };
    expect((await get(next)).status).toBe(200);
    now += 31 * DAY_MS;
    const expired = await get(next);
    expect([expired.status, expired.body.message]).toEqual([401, expect.stringContaining("'robot' expired")]);
    const again = (await api.call('rotateApiKey', { path: { keyId: id }, body: {} })).body.key;
    expect((await get({ authorization: `Bearer ${again}` })).status).toBe(200);
    await api.call('deleteApiKey', { path: { keyId: id } });
    const revoked = await get({ authorization: `Bearer ${again}` });
    expect(revoked.body.message).toContain("'robot' was revoked");
    expect((await api.call('rotateApiKey', { path: { keyId: id }, body: {} })).status).toBe(409);
  });

  test('what a role grants counts from the next request on', async () => {
    const roleId = await makeRole(api, { grants: PIPELINES_READ });
    const { headers } = await makeKey(api, { roleId });
    expect((await get(headers)).status).toBe(200);
    const role = { id: roleId, name: 'Pipelines', description: '', grants: [], siteIds: [] };
    await api.call('updateRole', { body: { role } });
    expect((await get(headers)).status).toBe(403);
  });

  test('the keys of a user who is disabled or removed stop', async () => {
    const { id } = (await invite({ roleIds: ['admin'] })).body;
    const { id: keyId, headers } = await makeKey(api, { roleId: 'viewer' });
    const row = await api.store.apiKeys.find(keyId);
    if (!row) throw new Error('the key is not stored');
    await api.store.apiKeys.update({ ...row, created_by: id });
    expect((await get(headers)).status).toBe(200);
    await api.call('updateUser', { body: { user: { id, disabled: true } } });
    expect((await get(headers)).status).toBe(401);
    await api.call('updateUser', { body: { user: { id, disabled: false } } });
    expect((await get(headers)).status).toBe(200);
    await api.call('deleteUser', { path: { userId: id } });
    expect((await get(headers)).status).toBe(401);
  });

  test('the last use is stored, at most once a minute', async () => {
    const { headers } = await makeKey(api, { roleId: 'viewer' });
    const lastUsed = async () => (await api.call('listApiKeys')).body.apiKeys[0].lastUsedAt;
    expect(await lastUsed()).toBe('0001-01-01T00:00:00Z');
    await get(headers);
    const first = await lastUsed();
    expect(first).toBe(new Date(now).toISOString());
    now += 30_000;
    await get(headers);
    expect(await lastUsed()).toBe(first);
    now += 30_000;
    await get(headers);
    expect(await lastUsed()).toBe(new Date(now).toISOString());
  });
});
