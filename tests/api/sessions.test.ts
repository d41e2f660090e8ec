import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CALL_IDS, callDefinition } from '../../src/contract/calls/index.ts';
import { HandMadeProvider } from './support/hand-made-provider.ts';
import { startService, type TestService, toRequest } from './support/service.ts';
import { Browser, HOST, ORIGIN, switchSsoOn } from './support/sign-in.ts';

const MINUTE = 60_000;
let api: TestService;
let provider: HandMadeProvider;
let now = Date.now();
beforeEach(async () => {
  now = Date.now();
  api = await startService({ clock: () => now });
  provider = await new HandMadeProvider().start();
});
afterEach(async () => {
  await api.stop();
  await provider.stop();
});

const switchProviderOn = (settings: Parameters<typeof switchSsoOn>[1] = {}) =>
  switchSsoOn(api, { metadataUrl: provider.issuer, provisions: true, ...settings });

async function signIn(service = api): Promise<Browser> {
  const browser = new Browser(service);
  const { body } = await browser.call('startSignIn', { body: {} });
  await browser.request(`/login/callback?${provider.visit(body.url)}`);
  return browser;
}
const fetchStatus = async (browser: Browser) => (await browser.call('getSession')).status;
const findMember = async (admin: Browser, name: string) =>
  (await admin.call('listMembers')).body.members.find((one: { name: string }) => one.name === name);

describe('a session', () => {
  test('is a script-proof cookie, stored hashed, new per sign-in', async () => {
    await switchProviderOn();
    const browser = new Browser(api);
    const { body } = await browser.call('startSignIn', { body: {} });
    const answer = await browser.request(`/login/callback?${provider.visit(body.url)}`);
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^penstock_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = browser.cookies.get('penstock_session') ?? '';
    expect(JSON.stringify(await api.store.users.list())).not.toContain(token);
    const rows = (
      await Promise.all((await api.store.users.list()).map(({ id }) => api.store.sessions.ofUser(id)))
    ).flat();
    expect(JSON.stringify(rows)).not.toContain(token);
    const again = await browser.call('startSignIn', { body: {} });
    await browser.request(`/login/callback?${provider.visit(again.body.url)}`);
    expect(browser.cookies.get('penstock_session')).not.toBe(token);
  });

  test.each([
    ['the address people open', { publicUrl: 'https://penstock.example.org' }],
    ['a certificate of its own', { publicUrl: '', hasTls: true }],
  ])('over https, by %s, it is bound to the host', async (_, https) => {
    const origin = https.publicUrl || `https://${HOST}`;
    const auth = { mode: 'oidc', ...https, metadataUrl: provider.issuer, clientId: 'penstock' } as const;
    const secure = await startService({ auth: { ...auth, clientSecret: '', adminEmail: 'ada@example.org' } });
    const headers = { origin, host: new URL(origin).host };
    const { path, init } = toRequest('startSignIn', { body: {}, headers });
    const browser = new Browser(secure);
    const { body } = await browser.request(path, init);
    expect(new URL(body.url).searchParams.get('redirect_uri')).toBe(`${origin}/login/callback`);
    const answer = await browser.request(`/login/callback?${provider.visit(body.url)}`, { headers });
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-penstock_session=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    const { path: sessionPath } = toRequest('getSession');
    expect((await browser.request(sessionPath, { headers })).status).toBe(200);
    await secure.stop();
  });

  test('ends after 30 idle minutes, and after 12 hours anyway', async () => {
    await switchProviderOn();
    const browser = await signIn();
    now += 29 * MINUTE;
    expect(await fetchStatus(browser)).toBe(200);
    now += 29 * MINUTE;
    expect(await fetchStatus(browser)).toBe(200);
    now += 30 * MINUTE;
    expect(await fetchStatus(browser)).toBe(401);
    const busy = await signIn();
    for (let minutes = 20; minutes < 720; minutes += 20) {
      now += 20 * MINUTE;
      expect(await fetchStatus(busy), `${minutes} minutes`).toBe(200);
    }
    now += 20 * MINUTE;
    expect(await fetchStatus(busy)).toBe(401);
  });

  test.each([
    ['an hour', 60 * MINUTE],
    ['a day', 24 * 60 * MINUTE],
  ])('survives a clock put back %s, and its correction [R20]', async (_, ms) => {
    await switchProviderOn();
    const browser = await signIn();
    now -= ms;
    expect(await fetchStatus(browser)).toBe(200);
    now += 20 * MINUTE;
    expect(await fetchStatus(browser)).toBe(200);
    now += ms;
    expect(await fetchStatus(browser)).toBe(200);
  });

  test('ends at logout, or from another browser of the user [R4-103]', async () => {
    await switchProviderOn();
    const [first, second] = [await signIn(), await signIn()];
    const { sessions } = (await first.call('listSessions')).body;
    expect(sessions.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent).sort()).toEqual([false, true]);
    const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent).id;
    provider.misbehaviour = { claims: { sub: 'bob-2', email: 'bob@example.org', name: 'Bob' } };
    const stranger = await signIn();
    expect((await stranger.call('deleteSession', { path: { sessionId: other } })).status).toBe(404);
    expect((await first.call('deleteSession', { path: { sessionId: other } })).status).toBe(200);
    expect([await fetchStatus(first), await fetchStatus(second)]).toEqual([200, 401]);
    const token = first.cookies.get('penstock_session') ?? '';
    expect((await first.call('signOut', { body: {} })).status).toBe(200);
    expect(first.cookies.has('penstock_session')).toBe(false);
    first.cookies.set('penstock_session', token);
    expect(await fetchStatus(first)).toBe(401);
  });

  test('the last administrator who signs in stays, despite the local one', async () => {
    const { admin } = await switchProviderOn();
    await signIn();
    const { id } = await findMember(admin, 'Ada');
    const change = (user: object) => admin.call('updateUser', { body: { user: { id, ...user } } });
    expect((await change({ roleIds: ['admin'] })).status).toBe(200);
    const tries = [
      await change({ roleIds: ['viewer'] }),
      await change({ disabled: true }),
      await admin.call('deleteUser', { path: { userId: id } }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect(tries[0]?.body.message).toContain("'Ada' is the last administrator");
  });

  test('disabled, deleted and changed users notice at the next request', async () => {
    const { admin } = await switchProviderOn();
    const browser = await signIn();
    const ada = await findMember(admin, 'Ada');
    expect((await browser.call('listRoles')).status).toBe(403);
    const invited = { name: 'Root', email: 'root@example.org', roleIds: ['admin'] };
    await admin.call('createUser', { body: { user: invited } });
    await admin.call('updateUser', { body: { user: { id: ada.id, roleIds: ['admin'] } } });
    expect((await browser.call('listRoles')).status).toBe(200);
    await admin.call('updateUser', { body: { user: { id: ada.id, roleIds: ['viewer'] } } });
    expect((await browser.call('listRoles')).status).toBe(403);
    await admin.call('updateUser', { body: { user: { id: ada.id, disabled: true } } });
    expect(await fetchStatus(browser)).toBe(401);
    expect(await fetchStatus(await signIn())).toBe(401);
    await admin.call('updateUser', { body: { user: { id: ada.id, disabled: false } } });
    expect(await fetchStatus(browser), 'the former session does not come back').toBe(401);
    const again = await signIn();
    expect(await fetchStatus(again)).toBe(200);
    await admin.call('deleteUser', { path: { userId: ada.id } });
    expect(await fetchStatus(again)).toBe(401);
  });
});

describe('requests of other sites', () => {
  const WRITES = CALL_IDS.filter((id) => callDefinition(id).method !== 'GET');
  const FOREIGN: [string, Record<string, string>][] = [
    ['no word of where it comes from', {}],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:9999' }],
    ['a foreign page', { 'sec-fetch-site': 'cross-site' }],
    ['a page of the same site', { 'sec-fetch-site': 'same-site' }],
    ['a page opened by hand', { 'sec-fetch-site': 'none' }],
    ['a form', { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }],
    ['plain text', { origin: 'https://evil.example', 'content-type': 'text/plain' }],
  ];

  test.each(FOREIGN)('every write with a session and %s is refused', async (_, headers) => {
    const { admin } = await switchProviderOn();
    expect(WRITES.length).toBeGreaterThan(50);
    for (const id of WRITES) {
      const { path, init } = toRequest(id, { headers });
      const answer = await admin.request(path, init);
      expect([answer.status, answer.body.code], id).toEqual([403, 'FORBIDDEN']);
    }
  });

  test('forms, plain text and disguised methods are refused', async () => {
    const { admin } = await switchProviderOn();
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']) {
      const answer = await admin.call('createRole', { headers: { 'content-type': type } });
      expect(answer.status, type).toBe(415);
    }
    const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' };
    const { path } = toRequest('deleteRole', { path: { roleId: 'viewer' } });
    expect((await admin.request(`${path}?_method=DELETE`, { headers })).status).toBe(405);
  });

  test('no answer is readable across origins, or cached', async () => {
    const { admin } = await switchProviderOn();
    for (const id of CALL_IDS.filter((one) => callDefinition(one).method === 'GET')) {
      const { path } = toRequest(id);
      const answer = await admin.request(path, { headers: { 'sec-fetch-site': 'same-origin' } });
      expect(answer.headers.get('access-control-allow-origin'), id).toBeNull();
      expect(answer.headers.get('cache-control'), id).toContain('no-store');
      expect(answer.headers.get('x-content-type-options'), id).toBe('nosniff');
      expect(answer.headers.get('content-security-policy'), id).toContain("default-src 'none'");
      expect(answer.headers.get('cross-origin-opener-policy'), id).toBe('same-origin');
    }
    const options = await admin.request('/v1/sites', {
      method: 'OPTIONS',
      headers: { origin: ORIGIN, host: HOST },
    });
    expect(options.headers.get('access-control-allow-methods')).toBeNull();
  });
});
