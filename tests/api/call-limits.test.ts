import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { API_BODY_MAX_BYTES } from '../../src/contract/limits.ts';
import { createLiveSession, MESSAGES_AT_ONCE } from '../../src/service/live/session.ts';
import { makeKey } from './support/access.ts';
import { listenOnPort } from './support/listening.ts';
import { startService, type TestService } from './support/service.ts';

const PER_MINUTE = 5;
let now = Date.UTC(2026, 10, 22);
let api: TestService;
beforeEach(async () => {
  now = Date.UTC(2026, 10, 22);
  api = await startService({ callsPerMinute: PER_MINUTE, clock: () => now });
});
afterEach(() => api.stop());

describe('calls of one caller [C21]', () => {
  test('calls beyond the limit are 429 with Retry-After, for that caller', async () => {
    const one = await makeKey(api, { name: 'one', roleId: 'viewer' });
    const two = await makeKey(api, { name: 'two', roleId: 'viewer' });
    const list = (headers: Record<string, string> = {}) => api.call('listPipelines', { headers });
    for (let count = 0; count < PER_MINUTE; count++) expect((await list(one.headers)).status).toBe(200);
    const refused = await list(one.headers);
    expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(refused.body.message).toBe('One API key may make 5 calls a minute; try again in 12 s');
    expect(refused.headers.get('retry-after')).toBe('12');
    expect((await list(two.headers)).status).toBe(200);
    expect((await list()).status).toBe(200);
    now += 12_000;
    expect((await list(one.headers)).status).toBe(200);
    expect((await list(one.headers)).status).toBe(429);
  });

  test('whoever works at this machine without sign-in is not counted', async () => {
    for (let count = 0; count < 3 * PER_MINUTE; count++)
      expect((await api.call('listPipelines')).status).toBe(200);
  });
});

/** Over a real connection, since calls are counted by client address. */
async function runOverNetwork(work: (url: string) => Promise<void>): Promise<void> {
  const server = await listenOnPort(api);
  await work(server.url).finally(server.close);
}

test('an address has ten times the calls; pages and probes are free [C21]', () =>
  runOverNetwork(async (url) => {
    const forged = (count: number) => ({ 'x-forwarded-for': `203.0.113.${count}` });
    const get = (path: string, count = 0) => fetch(`${url}${path}`, { headers: forged(count) });
    for (let count = 0; count < 10 * PER_MINUTE; count++)
      expect((await get('/v1/auth/session', count)).status).toBe(200);
    const refused = await get('/v1/auth/session', 250);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect((await get('/v1/auth/session', 251)).status).toBe(429);
    expect((await get('/livez')).status).toBe(200);
  }));

const POSTED = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
const FAILURES = 10;
test.each([
  ['the way back from a provider', '/login/callback?state=x&code=y', {}],
  ['an answer by SAML', '/login/saml', { ...POSTED, body: 'SAMLResponse=x' }],
] as const)('%s that nobody began fails ten times a minute, and counts [R6-38]', (_, path, init) =>
  runOverNetwork(async (url) => {
    const ask = () => fetch(`${url}${path}`, { redirect: 'manual', ...init });
    for (let count = 0; count < 10 * PER_MINUTE; count++)
      expect((await ask()).status, String(count)).toBe(count < FAILURES ? 303 : 429);
    expect((await fetch(`${url}/v1/auth/session`)).status, 'the calls count with them').toBe(429);
    now += 6000;
    expect((await ask()).status).toBe(303);
    expect((await ask()).headers.get('retry-after')).toBe('6');
  }),
);

test.each([
  ['a logout by SAML', '/login/saml/logout?SAMLRequest=x', {}, 303],
  ['a logout token', '/login/oidc/logout', { ...POSTED, body: 'logout_token=x' }, 400],
  ['the way back from a logout', '/login/signed-out?state=x', {}, 303],
  ['the description of this service', '/login/saml/metadata', {}, 200],
] as const)('%s counts for its address; the sign-in page is free [R6-38]', (_, path, init, status) =>
  runOverNetwork(async (url) => {
    const ask = (to: string) => fetch(`${url}${to}`, { redirect: 'manual', ...init });
    for (let count = 0; count < 10 * PER_MINUTE; count++) expect((await ask(path)).status).toBe(status);
    const refused = await ask(path);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect((await refused.json()).code).toBe('TOO_MANY_REQUESTS');
    expect((await fetch(`${url}/v1/auth/session`)).status, 'the calls count with them').toBe(429);
    expect((await fetch(`${url}/login`)).status).not.toBe(429);
    now += 2000;
    expect((await ask(path)).status).toBe(status);
  }),
);

test.each([600, 0])(
  'wrong codes: ten a minute per address, with %i calls a minute [R6-38]',
  async (calls) => {
    await api.stop();
    api = await startService({ callsPerMinute: calls, clock: () => now });
    await runOverNetwork(async (url) => {
      const guess = async () => {
        const answer = await fetch(`${url}/v1/auth/sign-in/fallback`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ code: 'not-the-code' }),
        });
        return answer.status;
      };
      for (let count = 0; count < 10; count++) expect(await guess()).not.toBe(429);
      expect(await guess()).toBe(429);
      now += 6000;
      expect(await guess()).not.toBe(429);
      expect(await guess()).toBe(429);
    });
  },
);

test('a body over the limit is 413, also without a length', async () => {
  const send = (body: BodyInit) =>
    api.request('/v1/pipeline', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit);
  const text = JSON.stringify({ pipeline: { name: 'x'.repeat(API_BODY_MAX_BYTES) } });
  expect((await send(text)).status).toBe(413);
  expect((await send(new Blob([text]).stream())).status).toBe(413);
});

test('a live connection that sends without end is closed', async () => {
  const principal = await api.service.services.authenticator.authenticate(new Request('http://127.0.0.1/'));
  if (!principal) throw new Error('nobody');
  const closed: [number, string][] = [];
  const session = createLiveSession(api.service.services, principal, {
    send: () => {},
    close: (code, reason) => void closed.push([code, reason]),
    bufferedBytes: () => 0,
  });
  for (let count = 0; count < MESSAGES_AT_ONCE; count++) await session.receive('{"type":"ping"}');
  expect(closed).toEqual([]);
  await session.receive('{"type":"ping"}');
  expect(closed).toEqual([[1008, 'Too many messages']]);
  now += 100;
  await session.receive('{"type":"ping"}');
  expect(closed).toHaveLength(1);
  session.end();
});
