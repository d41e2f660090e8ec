import { describe, expect, test } from 'vitest';
import { SIGN_IN_PROBLEMS } from '../../src/contract/sign-in-problems.ts';
import { Browser, ORIGIN } from './support/sign-in.ts';
import { fetchAudit, findProblem, signInOfFile } from './support/sign-in-world.ts';

const world = signInOfFile();

describe('sign-in by OpenID Connect', () => {
  test('returns to the place, with code, PKCE, state and nonce [R1-33]', async () => {
    const { admin } = await world.on();
    const browser = new Browser(world.api);
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
    const answer = await browser.request(`/login/callback?${world.provider.visit(started.body.url)}`);
    expect([answer.status, Browser.place(answer)]).toEqual([303, '/pipelines?time=4h']);
    expect((await browser.call('getSession')).body).toMatchObject({
      provider: 'oidc',
      user: { name: 'Ada', email: 'ada@example.org', userType: 'SSO', roles: [{ name: 'Viewer' }] },
    });
    const [record] = await fetchAudit(admin, 'signIn');
    expect(record).toMatchObject({
      result: 'done',
      userName: 'ada@example.org',
      source: 'ui',
      action: 'Sign in',
    });
  });

  test('a return address that leads elsewhere becomes the dashboard [R2.1-03]', async () => {
    await world.on();
    for (const returnTo of ['//evil.example', '/\\evil.example', 'https://evil.example', '/login'])
      expect(Browser.place(await world.signIn(new Browser(world.api), returnTo)), returnTo).toBe(
        '/dashboard',
      );
  });

  test('keys that the provider changes between two sign-ins are read again', async () => {
    await world.on();
    expect(findProblem(await world.signIn(new Browser(world.api)))).toContain('signed in');
    world.provider.rotate();
    expect(findProblem(await world.signIn(new Browser(world.api)))).toContain('signed in');
  });

  test('foreign, invented, used and old states are refused', async () => {
    await world.on();
    const browser = new Browser(world.api);
    const start = async () => (await browser.call('startSignIn', { body: {} })).body.url as string;
    const back = (who: Browser, query: URLSearchParams) => who.request(`/login/callback?${query}`);
    const stolen = world.provider.visit(await start());
    expect(findProblem(await back(new Browser(world.api), stolen))).toBe('expired');
    const wrong = world.provider.visit(await start());
    wrong.set('state', 'x'.repeat(43));
    expect(findProblem(await back(browser, wrong))).toBe('expired');
    const late = world.provider.visit(await start());
    world.now += 601_000;
    expect(findProblem(await back(browser, late))).toBe('expired');
    const query = world.provider.visit(await start());
    expect(findProblem(await back(browser, query))).toContain('signed in');
    expect(findProblem(await back(browser, query))).toBe('expired');
  });

  test('an answer of another provider, or an error, is refused', async () => {
    world.provider.misbehaviour = { metadata: { authorization_response_iss_parameter_supported: true } };
    await world.on();
    const browser = new Browser(world.api);
    const start = async () => (await browser.call('startSignIn', { body: {} })).body.url as string;
    for (const iss of [undefined, 'https://evil.example']) {
      const query = world.provider.visit(await start());
      if (iss) query.set('iss', iss);
      expect(findProblem(await browser.request(`/login/callback?${query}`)), iss).toBe('untrusted');
    }
    const query = world.provider.visit(await start());
    query.delete('code');
    query.set('error', 'access_denied');
    query.set('iss', world.provider.issuer);
    expect(findProblem(await browser.request(`/login/callback?${query}`))).toBe('declined');
  });

  test('a wrong or silent provider is reported before any redirect', async () => {
    world.provider.misbehaviour = { metadata: { issuer: 'https://evil.example' } };
    const { admin } = await world.on();
    const refused = await new Browser(world.api).call('startSignIn', { body: {} });
    expect([refused.status, refused.body.message]).toEqual([409, SIGN_IN_PROBLEMS.unreachable]);
    const tested = await admin.call('startSsoTest', { body: {} });
    expect(tested.body.message).toContain(world.provider.issuer);
  });
});
