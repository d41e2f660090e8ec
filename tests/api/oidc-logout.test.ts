import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Claims } from './support/hand-made-provider.ts';
import { Browser, HOST, ORIGIN } from './support/sign-in.ts';
import { fetchAudit, signInOfFile } from './support/sign-in-world.ts';

const world = signInOfFile();
const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const fetchStatus = async (browser: Browser) => (await browser.call('getSession')).status;
const fetchPlace = async (path: string) =>
  Browser.place(await world.api.request(path, { headers: { host: HOST, 'sec-fetch-mode': 'navigate' } }));

beforeEach(() => {
  world.provider.misbehaviour = {
    metadata: { end_session_endpoint: `${world.provider.issuer}/end` },
    claims: { sid: 'sid-1' },
  };
});

const signIn = async (claims: Claims = {}) => {
  Object.assign(world.provider.misbehaviour, { claims: { sid: 'sid-1', ...claims } });
  const browser = new Browser(world.api);
  await world.signIn(browser);
  expect(await fetchStatus(browser)).toBe(200);
  return browser;
};

describe('a logout that begins here', () => {
  test('ends here, then at the provider, with hint and return address [R4-103]', async () => {
    await world.on();
    const browser = await signIn();
    const { url } = (await browser.call('signOut', { body: {} })).body;
    expect(await fetchStatus(browser)).toBe(401);
    const to = new URL(url);
    expect(`${to.origin}${to.pathname}`).toBe(`${world.provider.issuer}/end`);
    const { state, id_token_hint: hint, ...rest } = Object.fromEntries(to.searchParams);
    expect(rest).toEqual({
      client_id: 'penstock',
      post_logout_redirect_uri: `${ORIGIN}/login/signed-out`,
    });
    const [, body = ''] = (hint ?? '').split('.');
    expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({
      sub: 'ada-1',
      sid: 'sid-1',
    });
    expect(await fetchPlace(`/login/signed-out?state=${state}`)).toBe('/login?signed-out=everywhere');
    expect(await fetchPlace(`/login/signed-out?state=${state}`)).toBe('/login?signed-out=here');
    expect(await fetchPlace('/login/signed-out?state=guessed')).toBe('/login?signed-out=here');
  });

  test.each([
    ['nowhere', undefined],
    ['without encryption', 'http://id.example.org/end'],
    ['by a script', 'javascript:alert(1)'],
  ])('a provider ending sessions %s still knows the person', async (_, address) => {
    world.provider.misbehaviour = { metadata: { end_session_endpoint: address } };
    await world.on();
    const browser = await signIn();
    expect((await browser.call('signOut', { body: {} })).body).toEqual({ url: '/login?signed-out=here' });
  });

  test('the session name is sealed; the fallback code ends nothing elsewhere', async () => {
    const { code } = await world.on();
    await signIn();
    const rows = await world.api.store.sessions.ofProvider('oidc');
    expect(rows[0]?.provider_session).toContain('sealed');
    expect(JSON.stringify(rows)).not.toMatch(/ada-1|sid-1|eyJ/);
    const browser = new Browser(world.api);
    await browser.call('useFallbackCode', { body: { code } });
    expect((await browser.call('signOut', { body: {} })).body).toEqual({});
  });
});

describe('a logout that the provider sends from server to server', () => {
  const claimsOf = (rest: Claims = {}): Claims => {
    const now = Math.floor(world.now / 1000);
    return {
      iss: world.provider.issuer,
      aud: 'penstock',
      sub: 'ada-1',
      iat: now,
      exp: now + 120,
      jti: randomUUID(),
      events: EVENTS,
      ...rest,
    };
  };
  const tell = async (token: string) =>
    (
      await world.api.request('/login/oidc/logout', {
        method: 'POST',
        headers: { host: HOST },
        body: new URLSearchParams({ logout_token: token }),
      })
    ).status;

  test('ends the sessions of that person, or one, and is audited', async () => {
    const { admin } = await world.on();
    const [first, second] = [await signIn(), await signIn({ sid: 'sid-2' })];
    const bob = await signIn({ sub: 'bob-2', email: 'bob@example.org', name: 'Bob', sid: 'sid-3' });
    expect(await tell(world.provider.sign(claimsOf({ sub: undefined, sid: 'sid-2' })))).toBe(200);
    expect([await fetchStatus(first), await fetchStatus(second), await fetchStatus(bob)]).toEqual([
      200, 401, 200,
    ]);
    expect(await tell(world.provider.sign(claimsOf({ sid: 'sid-3' })))).toBe(200);
    expect([await fetchStatus(first), await fetchStatus(bob)], 'a session of somebody else').toEqual([
      200, 200,
    ]);
    expect(await tell(world.provider.sign(claimsOf(), { typ: 'logout+jwt' }))).toBe(200);
    expect([await fetchStatus(first), await fetchStatus(bob)]).toEqual([401, 200]);
    const [record] = await fetchAudit(admin, 'signOut');
    expect(record).toMatchObject({ result: 'done', source: 'api', userName: 'ada@example.org' });
  });

  test('a token counts once', async () => {
    await world.on();
    await signIn();
    const token = world.provider.sign(claimsOf());
    expect(await tell(token)).toBe(200);
    const again = await signIn();
    expect(await tell(token)).toBe(400);
    expect(await fetchStatus(again)).toBe(200);
  });

  test('one that is not right ends nothing, and the record says why', async () => {
    const { admin } = await world.on();
    const browser = await signIn();
    const { provider } = world;
    const seconds = () => Math.floor(world.now / 1000);
    const wrong: [string, () => string][] = [
      ['not a signed token', () => 'nonsense'],
      ['not safe', () => provider.unsigned(claimsOf()).replace(/\.$/, '.x')],
      ['not safe', () => provider.hmac(claimsOf(), 'hush')],
      ["not the provider's", () => provider.sign(claimsOf(), {}, provider.otherKey)],
      ['of another type', () => provider.sign(claimsOf(), { typ: 'at+jwt' })],
      ['another issuer', () => provider.sign(claimsOf({ iss: 'https://evil.example' }))],
      ['another client', () => provider.sign(claimsOf({ aud: 'other' }))],
      ['expired', () => provider.sign(claimsOf({ iat: seconds() - 900, exp: seconds() - 600 }))],
      ['expired', () => provider.sign(claimsOf({ iat: seconds() - 900, exp: seconds() + 9000 }))],
      ['not valid yet', () => provider.sign(claimsOf({ iat: seconds() + 900 }))],
      ['events', () => provider.sign(claimsOf({ events: undefined }))],
      ['nonce', () => provider.sign(claimsOf({ nonce: 'n' }))],
      ['neither a person', () => provider.sign(claimsOf({ sub: undefined }))],
      ['jti', () => provider.sign(claimsOf({ jti: undefined }))],
    ];
    for (const [why, make] of wrong) {
      expect(await tell(make()), why).toBe(400);
      const [record] = await fetchAudit(admin, 'signOut');
      expect(record).toMatchObject({ result: 'denied', reason: expect.stringContaining(why) });
      // Repeats within a minute are not recorded.
      world.now += 60_000;
    }
    expect(await fetchStatus(browser)).toBe(200);
  });
});
