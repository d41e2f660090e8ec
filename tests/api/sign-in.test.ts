import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SIGN_IN_PROBLEMS } from '../../src/contract/sign-in-problems.ts';
import { HandMadeProvider, type Misbehaviour } from './support/hand-made-provider.ts';
import { startService, type TestService } from './support/service.ts';
import { Browser, ORIGIN, ssoSettings, switchOn } from './support/sign-in.ts';

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

const on = (settings: Parameters<typeof switchOn>[1] = {}) =>
  switchOn(api, { metadataUrl: provider.issuer, provisions: true, ...settings });

/** A whole sign-in, up to the answer that ends it. */
async function signIn(browser: Browser, returnTo = '/pipelines?time=4h') {
  const { body } = await browser.call('startSignIn', { body: { returnTo } });
  return browser.request(`/login/callback?${provider.visit(body.url)}`);
}
const problemOf = (answer: Awaited<ReturnType<typeof signIn>>) => {
  const to = new URL(Browser.place(answer), ORIGIN);
  return to.pathname === '/login' ? to.searchParams.get('problem') : `signed in, ${to.pathname}`;
};
const auditOf = async (admin: Browser, call: string) =>
  (await admin.call('listAuditRecords', {})).body.auditRecords.filter(
    (record: { call: string }) => record.call === call,
  );

describe('sign-in by OpenID Connect', () => {
  test('R1-33 leads through the provider back to the place, with code, PKCE, state and nonce', async () => {
    const { admin } = await on();
    const browser = new Browser(api);
    expect((await browser.call('getSession')).status).toBe(401);
    expect((await browser.call('getSignIn')).body).toEqual({
      provider: 'oidc',
      name: 'Example ID',
      hasFallback: true,
    });
    const started = await browser.call('startSignIn', { body: { returnTo: '/pipelines?time=4h' } });
    const asked = new URL(started.body.url).searchParams;
    expect(asked.get('redirect_uri')).toBe(`${ORIGIN}/login/callback`);
    expect([asked.get('response_type'), asked.get('code_challenge_method')]).toEqual(['code', 'S256']);
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.get(name)?.length, name).toBeGreaterThanOrEqual(43);
    const answer = await browser.request(`/login/callback?${provider.visit(started.body.url)}`);
    expect([answer.status, Browser.place(answer)]).toEqual([303, '/pipelines?time=4h']);
    expect((await browser.call('getSession')).body).toMatchObject({
      provider: 'oidc',
      user: { name: 'Ada', email: 'ada@example.org', userType: 'SSO', roles: [{ name: 'Viewer' }] },
    });
    const [record] = await auditOf(admin, 'signIn');
    expect(record).toMatchObject({
      result: 'done',
      userName: 'ada@example.org',
      source: 'ui',
      action: 'Sign in',
    });
  });

  test('R2.1-03 a return address that leads elsewhere becomes the dashboard', async () => {
    await on();
    for (const returnTo of ['//evil.example', '/\\evil.example', 'https://evil.example', '/login'])
      expect(Browser.place(await signIn(new Browser(api), returnTo)), returnTo).toBe('/dashboard');
  });

  test('keys that the provider changes between two sign-ins are read anew', async () => {
    await on();
    expect(problemOf(await signIn(new Browser(api)))).toContain('signed in');
    provider.rotate();
    expect(problemOf(await signIn(new Browser(api)))).toContain('signed in');
  });

  const attack = (idToken: Misbehaviour['idToken']): Misbehaviour => ({ idToken });
  const claims = (changed: Record<string, unknown>): Misbehaviour => ({ claims: changed });
  const HOSTILE: [string, Misbehaviour][] = [
    ['another issuer', claims({ iss: 'https://evil.example' })],
    ['another audience', claims({ aud: 'other' })],
    ['several audiences for another party', claims({ aud: ['penstock', 'other'], azp: 'other' })],
    ['another nonce', claims({ nonce: 'x'.repeat(43) })],
    ['no nonce', claims({ nonce: undefined })],
    ['no subject', claims({ sub: undefined })],
    ['an end that is past', claims({ exp: Math.floor(Date.now() / 1000) - 120 })],
    ['no end', claims({ exp: undefined })],
    ['a beginning to come', claims({ nbf: Math.floor(Date.now() / 1000) + 600 })],
    ['no ID token', attack(() => undefined)],
    ['no signature', attack((all, { unsigned }) => unsigned(all))],
    ['no signature, in capitals', attack((all, { unsigned }) => unsigned(all, 'NONE'))],
    ['an empty signature', attack((all, { unsigned }) => unsigned(all, 'RS256'))],
    ['a signature by the client secret', attack((all, by) => by.hmac(all, 'hush'))],
    [
      'a signature by the public key as a secret',
      attack((all, by) => by.hmac(all, by.key.publicKey.export({ type: 'spki', format: 'pem' }))),
    ],
    ['the key of somebody else', attack((all, by) => by.sign(all, { kid: by.key.kid }, by.otherKey))],
    ['a key nobody knows', attack((all, by) => by.sign(all, {}, by.otherKey))],
    [
      'a key that the token brings along',
      attack((all, by) =>
        by.sign(all, { kid: by.key.kid, jwk: by.otherKey.publicKey.export({ format: 'jwk' }) }, by.otherKey),
      ),
    ],
    [
      'a key at an address that the token names',
      attack((all, by) => by.sign(all, { kid: by.key.kid, jku: `${by.issuer}/evil` }, by.otherKey)),
    ],
    [
      'claims that were changed after signing',
      attack((all, by) => {
        const [header, , signature] = by.sign(all).split('.');
        const changed = Buffer.from(JSON.stringify({ ...all, sub: 'root' })).toString('base64url');
        return `${header}.${changed}.${signature}`;
      }),
    ],
    ['facts about somebody else', { userinfo: { sub: 'bob-2', email: 'root@example.org' } }],
    ['a code that was used', { token: (r) => void r.writeHead(400).end('{"error":"invalid_grant"}') }],
    ['a redirect of the exchange', { token: (r) => void r.writeHead(307, { location: '/evil' }).end() }],
    [
      'no JSON',
      { token: (r) => void r.writeHead(200, { 'content-type': 'application/json' }).end('<html>') },
    ],
  ];

  test.each(HOSTILE)('an answer with %s signs nobody in, and is on record', async (_, misbehaviour) => {
    const { admin } = await on();
    provider.misbehaviour = misbehaviour;
    const browser = new Browser(api);
    expect(problemOf(await signIn(browser))).toBe('untrusted');
    expect((await browser.call('getSession')).status).toBe(401);
    expect(provider.seen).not.toContain('/evil');
    const [record] = await auditOf(admin, 'signIn');
    expect(record).toMatchObject({ result: 'denied', reason: expect.stringContaining('refused') });
  });

  test('a state of another browser, a made-up one, one used twice and one too old are refused', async () => {
    await on();
    const browser = new Browser(api);
    const start = async () => (await browser.call('startSignIn', { body: {} })).body.url as string;
    const back = (who: Browser, query: URLSearchParams) => who.request(`/login/callback?${query}`);
    const stolen = provider.visit(await start());
    expect(problemOf(await back(new Browser(api), stolen))).toBe('expired');
    const wrong = provider.visit(await start());
    wrong.set('state', 'x'.repeat(43));
    expect(problemOf(await back(browser, wrong))).toBe('expired');
    const late = provider.visit(await start());
    now += 601_000;
    expect(problemOf(await back(browser, late))).toBe('expired');
    const query = provider.visit(await start());
    expect(problemOf(await back(browser, query))).toContain('signed in');
    expect(problemOf(await back(browser, query))).toBe('expired');
  });

  test('an answer of another provider, or an error, is refused', async () => {
    provider.misbehaviour = { metadata: { authorization_response_iss_parameter_supported: true } };
    await on();
    const browser = new Browser(api);
    const start = async () => (await browser.call('startSignIn', { body: {} })).body.url as string;
    for (const iss of [undefined, 'https://evil.example']) {
      const query = provider.visit(await start());
      if (iss) query.set('iss', iss);
      expect(problemOf(await browser.request(`/login/callback?${query}`)), iss).toBe('untrusted');
    }
    const query = provider.visit(await start());
    query.delete('code');
    query.set('error', 'access_denied');
    query.set('iss', provider.issuer);
    expect(problemOf(await browser.request(`/login/callback?${query}`))).toBe('declined');
  });

  test('a provider that names another issuer, or does not answer, is told before anybody is sent there', async () => {
    provider.misbehaviour = { metadata: { issuer: 'https://evil.example' } };
    const { admin } = await on();
    const refused = await new Browser(api).call('startSignIn', { body: {} });
    expect([refused.status, refused.body.message]).toEqual([409, SIGN_IN_PROBLEMS.unreachable]);
    const tested = await admin.call('startSsoTest', { body: {} });
    expect(tested.body.message).toContain(provider.issuer);
  });
});

describe('the settings', () => {
  test('switching on needs issuer, client and a fallback code; who switches on stays signed in', async () => {
    const sso = (changes: object) => ssoSettings(api, { enabled: true, ...changes });
    const admin = new Browser(api);
    const missing = await admin.call('updateSso', { body: { sso: await sso({}) } });
    expect(missing.body.details.map(({ field }: { field: string }) => field)).toEqual([
      'sso.metadataUrl',
      'sso.clientId',
    ]);
    const whole = { metadataUrl: provider.issuer, clientId: 'penstock' };
    const codeless = await admin.call('updateSso', { body: { sso: await sso(whole) } });
    expect(codeless.body.message).toContain('Make a fallback code first');
    await admin.call('createFallbackCode', { body: {} });
    const bare = await admin.call('updateSso', {
      body: { sso: await sso({ ...whole, allowsFallback: false }) },
    });
    expect(bare.body.message).toContain('Sign in through the provider');
    expect((await admin.call('updateSso', { body: { sso: await sso(whole) } })).status).toBe(200);
    expect((await admin.call('getSession')).body.user.email).toBe('local@localhost');
    expect((await new Browser(api).call('getSession')).status).toBe(401);
    expect((await api.call('getSession')).status).toBe(401);
  });

  test('the client secret is sealed and never answered; what is sent back as set is kept', async () => {
    const { admin } = await on({ clientSecret: 'canary-4711' });
    const { sso } = (await admin.call('getSso')).body;
    expect(sso.clientSecret).toEqual({ set: true });
    const { hasFallback, fixed, inForce, redirectUri, acsUrl, entityId, revision, ...fields } = sso;
    await admin.call('updateSso', { body: { sso: { ...fields, name: 'Renamed' } } });
    expect((await api.service.services.sso.current()).config.clientSecret).toBe('canary-4711');
    const records = (await admin.call('listAuditRecords', {})).body;
    const row = await api.store.sso.find();
    expect(JSON.stringify([row, records, (await admin.call('getSso')).body])).not.toContain('canary-4711');
    expect(await auditOf(admin, 'updateSso')).toMatchObject([
      { entity: 'sign-in', changes: [{ after: { name: 'Renamed' } }] },
      { entity: 'sign-in' },
    ]);
  });

  test.each([
    ['http://id.example.org', 'https://'],
    ['https://user:pass@id.example.org', 'name or password'],
    ['ftp://id.example.org', 'https://'],
  ])('the address %s is refused', async (metadataUrl, why) => {
    const { body, status } = await api.call('updateSso', {
      body: { sso: await ssoSettings(api, { metadataUrl }) },
    });
    expect([status, body.details[0].message]).toEqual([400, expect.stringContaining(why)]);
  });

  test.each(['169.254.169.254', '[fd00:ec2::254]', '[::ffff:169.254.169.254]', '0.0.0.0'])(
    'nothing is asked of %s',
    async (host) => {
      await api.call('updateSso', {
        body: { sso: await ssoSettings(api, { metadataUrl: `https://${host}/`, clientId: 'x' }) },
      });
      const { body } = await api.call('startSsoTest', { body: {} });
      expect(body.message).toMatch(/refused|failed/);
    },
  );

  test('a test sign-in tells what would happen and signs nobody in', async () => {
    const sso = await ssoSettings(api, {
      metadataUrl: provider.issuer,
      clientId: 'penstock',
      provisions: true,
      groupRoles: [{ group: 'ops', roleId: 'operator' }],
    });
    await api.call('updateSso', { body: { sso } });
    const admin = new Browser(api);
    const run = async () => {
      const { testId, url } = (await admin.call('startSsoTest', { body: {} })).body;
      const answer = await admin.request(`/login/callback?${provider.visit(url)}`);
      expect(Browser.place(answer)).toBe('/login?tested');
      return (await admin.call('getSsoTest', { path: { testId } })).body.test;
    };
    provider.misbehaviour = { claims: { groups: ['ops', 'all'] } };
    expect(await run()).toEqual({
      state: 'done',
      isAdmitted: true,
      problem: '',
      email: 'ada@example.org',
      name: 'Ada',
      groups: ['ops', 'all'],
      roles: ['Operator'],
    });
    provider.misbehaviour = { claims: { email_verified: false } };
    expect(await run()).toMatchObject({
      isAdmitted: false,
      problem: expect.stringContaining('not verified'),
    });
    provider.misbehaviour = { claims: { aud: 'other' } };
    expect(await run()).toMatchObject({ isAdmitted: false, problem: expect.stringContaining('aud') });
    expect([admin.cookies.has('penstock_session'), await api.store.users.list()]).toEqual([
      false,
      [expect.objectContaining({ user_type: 'LOCAL' })],
    ]);
  });

  test('the fallback code signs the local administrator in; a new one replaces it; a wrong one is on record', async () => {
    const { code, admin } = await on();
    const browser = new Browser(api);
    const wrong = await browser.call('useFallbackCode', { body: { code: `${code}x` } });
    expect([wrong.status, wrong.body.details[0].field]).toEqual([400, 'code']);
    expect((await browser.call('useFallbackCode', { body: { code } })).status).toBe(200);
    expect((await browser.call('getSession')).body.user.email).toBe('local@localhost');
    await admin.call('createFallbackCode', { body: {} });
    expect((await new Browser(api).call('useFallbackCode', { body: { code } })).status).toBe(400);
    expect(JSON.stringify(await api.store.sso.find())).not.toContain(code);
    const results = (await auditOf(admin, 'useFallbackCode')).map(({ result }: { result: string }) => result);
    expect(results).toEqual(['done', 'denied']);
  });

  test('the environment comes before the screen: none switches off, oidc fixes provider and client', async () => {
    const start = (auth: object) =>
      startService({
        store: api.store,
        auth: {
          mode: 'none',
          publicUrl: '',
          metadataUrl: '',
          clientId: '',
          clientSecret: '',
          adminEmail: '',
          ...auth,
        },
      });
    await on();
    const off = await start({});
    expect((await off.call('getSession')).body).toMatchObject({ provider: 'none' });
    expect((await off.call('getSso')).body.sso).toMatchObject({ enabled: true, inForce: 'none' });
    await off.stop();
    const fixed = await start({
      mode: 'oidc',
      metadataUrl: provider.issuer,
      clientId: 'from-environment',
      adminEmail: 'ADA@example.org',
    });
    expect((await fixed.call('getSession')).status).toBe(401);
    provider.misbehaviour = { claims: { aud: 'from-environment' } };
    const browser = new Browser(fixed);
    const { body } = await browser.call('startSignIn', { body: {} });
    await browser.request(`/login/callback?${provider.visit(body.url)}`);
    expect((await browser.call('getSession')).body.user.roles).toMatchObject([
      { name: 'Viewer' },
      { name: 'Admin' },
    ]);
    expect((await browser.call('getSso')).body.sso.fixed).toContain('metadataUrl');
    await fixed.stop();
  });
});
