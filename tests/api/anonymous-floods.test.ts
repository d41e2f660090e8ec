import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HandMadeProvider } from './support/hand-made-provider.ts';
import { listenOnPort } from './support/listening.ts';
import { SamlIdp } from './support/saml-idp.ts';
import { buildLogoutRequest, buildSignedQuery, createLogoutSays } from './support/saml-logout.ts';
import { startService, type TestService } from './support/service.ts';
import { Browser, HOST, ORIGIN, switchSsoOn } from './support/sign-in.ts';

const CHOSEN = 'ch0sen-by-the-attacker';
const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const TRIES = 300;

let now: number;
let api: TestService;
let provider: HandMadeProvider;
let idp: SamlIdp;
const logged: string[] = [];
beforeEach(async () => {
  now = Date.now();
  logged.length = 0;
  api = await startService({
    clock: () => now,
    callsPerMinute: 0,
    trustedProxies: '127.0.0.1',
    logTo: (line) => void logged.push(line),
  });
  provider = await new HandMadeProvider().start();
  idp = await new SamlIdp().start();
});
afterEach(async () => {
  await api.stop();
  await provider.stop();
  await idp.stop();
});

const fetchDenied = async (admin: Browser): Promise<string[]> =>
  (await admin.call('listAuditRecords', { query: { 'pagination.limit': 1000 } })).body.auditRecords
    .filter(({ result }: { result: string }) => result === 'denied')
    .map(({ reason }: { reason: string }) => reason);
const listWarnings = () => logged.filter((line) => line.includes('"level":40'));

describe('anonymous logouts in the name of a provider', () => {
  const tell = async (token: string) => {
    const body = new URLSearchParams({ logout_token: token });
    const { status } = await api.request('/login/oidc/logout', {
      method: 'POST',
      headers: { host: HOST },
      body,
    });
    return status;
  };
  const claimsOf = (rest: object = {}) => {
    const at = Math.floor(now / 1000);
    const base = {
      iss: provider.issuer,
      aud: 'penstock',
      sub: 'ada-1',
      iat: at,
      exp: at + 120,
      events: EVENTS,
    };
    return { ...base, jti: randomUUID(), ...rest };
  };
  const signedIn = async () => {
    const browser = new Browser(api);
    const { body } = await browser.call('startSignIn', { body: { returnTo: '/' } });
    await browser.request(`/login/callback?${provider.visit(body.url)}`);
    return browser;
  };

  test('fill no audit and no log, and have the provider asked for keys once', async () => {
    const { admin } = await switchSsoOn(api, { metadataUrl: provider.issuer, provisions: true });
    const browser = await signedIn();
    const before = provider.seen.length;
    for (let count = 0; count < TRIES; count++) {
      const chosen = `${CHOSEN}-${count}`;
      const tokens = [
        provider.sign(claimsOf({ iss: `https://${chosen}.example` }), { kid: chosen }),
        provider.sign(claimsOf({ aud: chosen }), { kid: chosen }),
        provider.sign(claimsOf(), { typ: chosen }),
        provider.unsigned(claimsOf(), chosen).concat('x'),
        `${chosen}.${chosen}.${chosen}`,
      ];
      expect(await tell(tokens[count % tokens.length] ?? '')).toBe(400);
    }
    expect(provider.seen.slice(before), 'of another issuer or client').toEqual([]);
    for (let count = 0; count < TRIES; count++)
      expect(await tell(provider.sign(claimsOf(), { kid: `${CHOSEN}-${count}` }, provider.otherKey))).toBe(
        400,
      );
    expect(provider.seen.slice(before).filter((path) => path === '/keys').length).toBeLessThanOrEqual(2);
    const denied = await fetchDenied(admin);
    expect(denied.length).toBeLessThanOrEqual(6);
    expect(denied.join()).not.toContain(CHOSEN);
    expect(listWarnings().length).toBeLessThanOrEqual(6);
    expect((await browser.call('getSession')).status).toBe(200);
    expect(await tell(provider.sign(claimsOf()))).toBe(200);
  });

  test('by SAML fill no audit, and have the metadata read once', async () => {
    let reads = 0;
    idp.metadata = (xml) => {
      reads += 1;
      return xml;
    };
    const { admin } = await switchSsoOn(api, {
      provider: 'saml',
      metadataUrl: idp.entityId,
      provisions: true,
    });
    await new Browser(api).call('startSignIn', { body: { returnTo: '/' } });
    const before = reads;
    const destination = `${ORIGIN}/login/saml/logout`;
    for (let count = 0; count < TRIES; count++) {
      const chosen = `${CHOSEN}-${count}`;
      const queries = [
        buildSignedQuery(
          'SAMLRequest',
          buildLogoutRequest(createLogoutSays({ issuer: `https://${chosen}.example`, destination })),
          '',
        ),
        buildSignedQuery(
          'SAMLRequest',
          buildLogoutRequest(createLogoutSays({ issuer: idp.entityId, destination: chosen })),
          '',
        ),
        `${buildSignedQuery('SAMLRequest', '<a/>', '')}&${chosen}=1&${chosen}=2`,
        `SAMLRequest=x&SigAlg=${chosen}&Signature=x`,
        `SAMLRequest=${chosen}&SAMLResponse=${chosen}`,
      ];
      await api.request(`/login/saml/logout?${queries[count % queries.length]}`, { headers: { host: HOST } });
    }
    expect(reads).toBe(before);
    const denied = await fetchDenied(admin);
    expect(denied.length).toBeLessThanOrEqual(6);
    expect(denied.join()).not.toContain(CHOSEN);
    expect(listWarnings().length).toBeLessThanOrEqual(6);
  });

  test('a provider that is away is not asked by each of them', async () => {
    const { admin } = await switchSsoOn(api, { metadataUrl: provider.issuer, provisions: true });
    provider.misbehaviour = { metadata: { issuer: 'https://wrong.example' } };
    const ask = () => tell(provider.sign(claimsOf()));
    expect(await Promise.all(Array.from({ length: TRIES }, ask))).toEqual(Array(TRIES).fill(400));
    expect(provider.seen.length).toBe(1);
    expect(await fetchDenied(admin)).toEqual(["The provider's logout was refused: It could not be checked"]);
  });
});

describe('sign-ins that anyone may begin', () => {
  const overProxy = async (
    work: (call: (from: string, path: string, body?: object) => Promise<Response>) => Promise<void>,
  ) => {
    const server = await listenOnPort(api);
    const call = (from: string, path: string, body?: object) =>
      fetch(`${server.url}${path}`, {
        redirect: 'manual',
        headers: {
          'x-forwarded-for': `198.51.100.7, ${from}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      });
    await work(call).finally(server.close);
  };

  test('lock nobody out: starts are free, failures count by address', async () => {
    const { code } = await switchSsoOn(api, { metadataUrl: provider.issuer, provisions: true });
    await overProxy(async (call) => {
      const start = (from: string) => call(from, '/v1/auth/sign-in', { returnTo: '/' });
      const guess = (from: string, guessed = 'wrong') =>
        call(from, '/v1/auth/sign-in/fallback', { code: guessed });
      for (let count = 0; count < 50; count++) expect((await start('203.0.113.66')).status).toBe(200);
      for (let count = 0; count < 50; count++) await call('203.0.113.66', '/login/callback?state=x&code=y');
      expect((await call('203.0.113.66', '/login/callback?state=x&code=y')).status).toBe(429);
      expect((await guess('203.0.113.66', code)).status, 'the fallback code is counted apart').toBe(200);
      for (let count = 0; count < 20; count++) await guess('203.0.113.66');
      expect((await guess('203.0.113.66', code)).status).toBe(429);
      expect((await guess('203.0.113.1', code)).status).toBe(200);
      expect((await start('203.0.113.66')).status).toBe(200);
    });
  });

  test('from hundreds of IPv6 networks fill no audit and no log', async () => {
    const { admin } = await switchSsoOn(api, { metadataUrl: provider.issuer, provisions: true });
    const networks = Array.from({ length: TRIES }, (_, i) => `2001:db8:${i.toString(16)}:1::${i}`);
    await overProxy(async (call) => {
      for (const from of networks) {
        await call(from, '/login/callback?state=x&code=y');
        await call(from, '/v1/auth/sign-in/fallback', { code: 'wrong' });
        await call(from, '/v1/pipeline', { pipeline: {} });
      }
    });
    expect((await fetchDenied(admin)).length).toBe(30);
    expect(listWarnings().length).toBeLessThanOrEqual(30);
    now += 120_000;
    await overProxy(async (call) => void (await call('2001:db8::1', '/login/callback?state=x&code=y')));
    const [newest] = await fetchDenied(admin);
    expect(newest).toContain(`(${3 * TRIES - 30} more denied tries before this one were left out)`);
  });

  test('of a provider that is away fill neither audit nor log', async () => {
    const { admin } = await switchSsoOn(api, { metadataUrl: provider.issuer, provisions: true });
    provider.misbehaviour = { metadata: { issuer: 'https://wrong.example' } };
    const start = () => new Browser(api).call('startSignIn', { body: { returnTo: '/' } });
    for (let count = 0; count < 30; count++) expect((await start()).status).toBe(409);
    expect(await fetchDenied(admin)).toEqual(['The provider could not be asked']);
    expect(listWarnings()).toHaveLength(1);
    expect(listWarnings()[0]).toContain('a sign-in was refused');
  });

  test('text of the way back is in no record', async () => {
    const { admin } = await switchSsoOn(api, { metadataUrl: provider.issuer, provisions: true });
    for (let count = 0; count < 20; count++) {
      const browser = new Browser(api);
      const { body } = await browser.call('startSignIn', { body: { returnTo: '/' } });
      const state = new URL(body.url).searchParams.get('state');
      await browser.request(`/login/callback?state=${state}&error=${CHOSEN}-${count}`);
      await browser.request(`/login/callback?state=${CHOSEN}-${count}`);
    }
    const denied = await fetchDenied(admin);
    expect(denied.length).toBeLessThanOrEqual(3);
    expect(denied.join()).not.toContain(CHOSEN);
  });
});
