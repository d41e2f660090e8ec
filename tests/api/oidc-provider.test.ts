import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CertifiedProvider, startCertifiedProvider } from './support/certified-provider.ts';
import { startService, type TestService } from './support/service.ts';
import { Browser, ORIGIN, switchSsoOn } from './support/sign-in.ts';

let provider: CertifiedProvider;
beforeAll(async () => {
  provider = await startCertifiedProvider(`${ORIGIN}/login/callback`);
});
afterAll(() => provider.stop());

let api: TestService;
beforeEach(async () => {
  Object.assign(provider, { account: 'ada', isVerified: true });
  api = await startService();
});
afterEach(() => api.stop());

/** Returns path and query of the way back. */
async function passThroughProvider(address: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = new URL(address);
  for (let steps = 0; steps < 10; steps += 1) {
    if (url.origin === ORIGIN) return `${url.pathname}${url.search}`;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`${response.status} ${await response.text()}`);
    url = new URL(location, url);
  }
  throw new Error('the provider goes round in circles');
}

async function signIn() {
  const browser = new Browser(api);
  const { body } = await browser.call('startSignIn', { body: { returnTo: '/sources' } });
  const back = await passThroughProvider(body.url);
  return { browser, back, answer: await browser.request(back) };
}

describe('with a certified provider', () => {
  test('people sign in, get roles by group, and are recognized [R1-33, R7-85]', async () => {
    await switchSsoOn(api, {
      metadataUrl: provider.issuer,
      provisions: true,
      groupRoles: [{ group: 'ops', roleId: 'operator' }],
    });
    const { browser, answer, back } = await signIn();
    expect([answer.status, Browser.place(answer)]).toEqual([303, '/sources']);
    const { user } = (await browser.call('getSession')).body;
    expect(user).toMatchObject({ email: 'ada@example.org', roles: [{ name: 'Operator' }] });
    expect(Browser.place(await browser.request(back)), 'a code is good once').toContain('problem=expired');
    expect((await (await signIn()).browser.call('getSession')).body.user.id).toBe(user.id);
    provider.account = 'bob';
    expect((await (await signIn()).browser.call('getSession')).body.user.email).toBe('bob@example.org');
    const stored = await api.store.users.list();
    expect(stored.map((row) => [row.issuer, row.subject]).sort()).toEqual([
      [provider.issuer, 'ada'],
      [provider.issuer, 'bob'],
      ['local', 'local@localhost'],
    ]);
  });

  test('an unverified email gets its page, an uninvited person the reason [R8-03]', async () => {
    await switchSsoOn(api, { metadataUrl: provider.issuer });
    provider.isVerified = false;
    expect(Browser.place((await signIn()).answer)).toBe(
      '/login?problem=email-not-verified&return=%2Fsources',
    );
    provider.isVerified = true;
    expect(Browser.place((await signIn()).answer)).toContain('problem=not-admitted');
  });

  test('a wrong client secret signs nobody in', async () => {
    await switchSsoOn(api, { metadataUrl: provider.issuer, provisions: true, clientSecret: 'guessed' });
    expect(Browser.place((await signIn()).answer)).toContain('problem=untrusted');
  });
});
