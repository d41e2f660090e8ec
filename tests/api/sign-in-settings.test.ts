import { describe, expect, test } from 'vitest';
import { startService } from './support/service.ts';
import { Browser, createSsoSettings } from './support/sign-in.ts';
import { fetchAudit, signInOfFile } from './support/sign-in-world.ts';

const world = signInOfFile();

describe('the settings', () => {
  test('enabling needs issuer, client and fallback code; the session stays', async () => {
    const sso = (changes: object) => createSsoSettings(world.api, { enabled: true, ...changes });
    const admin = new Browser(world.api);
    const missing = await admin.call('updateSso', { body: { sso: await sso({}) } });
    expect(
      missing.body.details.map(({ field, message }: { field: string; message: string }) => [field, message]),
    ).toEqual([
      ['sso.metadataUrl', 'Issuer or metadata URL is required to sign in'],
      ['sso.clientId', 'Client ID is required to sign in'],
    ]);
    const whole = { metadataUrl: world.provider.issuer, clientId: 'penstock' };
    const codeless = await admin.call('updateSso', { body: { sso: await sso(whole) } });
    expect(codeless.body.message).toContain('Create a fallback code first');
    await admin.call('createFallbackCode', { body: {} });
    const bare = await admin.call('updateSso', {
      body: { sso: await sso({ ...whole, allowsFallback: false }) },
    });
    expect(bare.body.message).toContain('Sign in through the provider');
    expect((await admin.call('updateSso', { body: { sso: await sso(whole) } })).status).toBe(200);
    expect((await admin.call('getSession')).body.user.email).toBe('local@localhost');
    expect((await new Browser(world.api).call('getSession')).status).toBe(401);
    expect((await world.api.call('getSession')).status).toBe(401);
  });

  test('the client secret is sealed, never answered, and kept when unchanged', async () => {
    const { admin } = await world.on({ clientSecret: 'canary-4711' });
    const { sso } = (await admin.call('getSso')).body;
    expect(sso.clientSecret).toEqual({ set: true });
    const { hasFallback, fixed, inForce, redirectUri, acsUrl, entityId, logout, revision, ...fields } = sso;
    await admin.call('updateSso', { body: { sso: { ...fields, name: 'Renamed' } } });
    expect((await world.api.service.services.sso.current()).config.clientSecret).toBe('canary-4711');
    const records = (await admin.call('listAuditRecords', {})).body;
    const row = await world.api.store.sso.find();
    expect(JSON.stringify([row, records, (await admin.call('getSso')).body])).not.toContain('canary-4711');
    expect(await fetchAudit(admin, 'updateSso')).toMatchObject([
      { entity: 'sign-in', changes: [{ after: { name: 'Renamed' } }] },
      { entity: 'sign-in' },
    ]);
  });

  test.each([
    ['http://id.example.org', 'https://'],
    ['https://user:pass@id.example.org', 'name or password'],
    ['ftp://id.example.org', 'https://'],
  ])('the address %s is refused', async (metadataUrl, why) => {
    const { body, status } = await world.api.call('updateSso', {
      body: { sso: await createSsoSettings(world.api, { metadataUrl }) },
    });
    expect([status, body.details[0].message]).toEqual([400, expect.stringContaining(why)]);
  });

  test.each(['169.254.169.254', '[fd00:ec2::254]', '[::ffff:169.254.169.254]', '0.0.0.0'])(
    'nothing is asked of %s',
    async (host) => {
      await world.api.call('updateSso', {
        body: { sso: await createSsoSettings(world.api, { metadataUrl: `https://${host}/`, clientId: 'x' }) },
      });
      const { body } = await world.api.call('startSsoTest', { body: {} });
      expect(body.message).toMatch(/refused|failed/);
    },
  );

  test('a test sign-in shows what would happen and signs nobody in', async () => {
    const sso = await createSsoSettings(world.api, {
      metadataUrl: world.provider.issuer,
      clientId: 'penstock',
      provisions: true,
      groupRoles: [{ group: 'ops', roleId: 'operator' }],
    });
    await world.api.call('updateSso', { body: { sso } });
    const admin = new Browser(world.api);
    const run = async () => {
      const { testId, url } = (await admin.call('startSsoTest', { body: {} })).body;
      const answer = await admin.request(`/login/callback?${world.provider.visit(url)}`);
      expect(Browser.place(answer)).toBe('/login?tested');
      return (await admin.call('getSsoTest', { path: { testId } })).body.test;
    };
    world.provider.misbehaviour = { claims: { groups: ['ops', 'all'] } };
    expect(await run()).toEqual({
      state: 'done',
      isAdmitted: true,
      problem: '',
      email: 'ada@example.org',
      name: 'Ada',
      groups: ['ops', 'all'],
      roles: ['Operator'],
    });
    world.provider.misbehaviour = { claims: { email_verified: false } };
    expect(await run()).toMatchObject({
      isAdmitted: false,
      problem: expect.stringContaining('not verified'),
    });
    world.provider.misbehaviour = { claims: { aud: 'other' } };
    expect(await run()).toMatchObject({ isAdmitted: false, problem: expect.stringContaining('aud') });
    expect([admin.cookies.has('penstock_session'), await world.api.store.users.list()]).toEqual([
      false,
      [expect.objectContaining({ user_type: 'LOCAL' })],
    ]);
  });

  test('the fallback code signs in; new replaces old; failures are audited', async () => {
    const { code, admin } = await world.on();
    const browser = new Browser(world.api);
    const wrong = await browser.call('useFallbackCode', { body: { code: `${code}x` } });
    expect([wrong.status, wrong.body.details[0].field]).toEqual([400, 'code']);
    expect((await browser.call('useFallbackCode', { body: { code } })).status).toBe(200);
    expect((await browser.call('getSession')).body.user.email).toBe('local@localhost');
    await admin.call('createFallbackCode', { body: {} });
    expect((await new Browser(world.api).call('useFallbackCode', { body: { code } })).status).toBe(400);
    expect(JSON.stringify(await world.api.store.sso.find())).not.toContain(code);
    const results = (await fetchAudit(admin, 'useFallbackCode')).map(
      ({ result }: { result: string }) => result,
    );
    expect(results).toEqual(['done', 'denied']);
  });

  test('the environment wins: none disables, oidc fixes the provider', async () => {
    const start = (auth: object) =>
      startService({
        store: world.api.store,
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
    await world.on();
    const off = await start({});
    expect((await off.call('getSession')).body).toMatchObject({ provider: 'none' });
    expect((await off.call('getSso')).body.sso).toMatchObject({ enabled: true, inForce: 'none' });
    await off.stop();
    const fixed = await start({
      mode: 'oidc',
      metadataUrl: world.provider.issuer,
      clientId: 'from-environment',
      adminEmail: 'ADA@example.org',
    });
    expect((await fixed.call('getSession')).status).toBe(401);
    world.provider.misbehaviour = { claims: { aud: 'from-environment' } };
    const browser = new Browser(fixed);
    const { body } = await browser.call('startSignIn', { body: {} });
    await browser.request(`/login/callback?${world.provider.visit(body.url)}`);
    expect((await browser.call('getSession')).body.user.roles).toMatchObject([
      { name: 'Viewer' },
      { name: 'Admin' },
    ]);
    expect((await browser.call('getSso')).body.sso.fixed).toContain('metadataUrl');
    await fixed.stop();
  });
});
