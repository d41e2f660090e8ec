// Slow: real sockets are held for the seconds that the promise allows.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RECHECK_MS } from '../../src/service/live/channel.ts';
import { makeKey } from './support/access.ts';
import { HandMadeProvider } from './support/hand-made-provider.ts';
import { listenOnPort, type OpenSocket } from './support/listening.ts';
import { startService, type TestService } from './support/service.ts';
import { Browser, switchSsoOn } from './support/sign-in.ts';

/** The promised limit. */
const WITHIN_MS = 5000;
/** Generous, so that a loaded machine fails no test. */
const PATIENCE_MS = 50_000;
let api: TestService;
let provider: HandMadeProvider;
let server: Awaited<ReturnType<typeof listenOnPort>>;
beforeEach(async () => {
  api = await startService();
  provider = await new HandMadeProvider().start();
  server = await listenOnPort(api);
});
afterEach(async () => {
  await server.close();
  await api.stop();
  await provider.stop();
});

async function signIn() {
  const { admin } = await switchSsoOn(api, { metadataUrl: provider.issuer, provisions: true });
  const browser = new Browser(api);
  const { body } = await browser.call('startSignIn', { body: {} });
  await browser.request(`/login/callback?${provider.visit(body.url)}`);
  const { members } = (await admin.call('listMembers')).body;
  const { id } = members.find((one: { name: string }) => one.name === 'Ada');
  const update = (user: object) => admin.call('updateUser', { body: { user: { id, ...user } } });
  const socketOf = async () => {
    const { ticket } = (await browser.call('createSocketTicket', { body: {} })).body;
    return server.open(ticket);
  };
  return { admin, browser, update, socketOf, userId: id as string };
}

/** Waits until a socket closes and logs the time since `from`. */
async function waitForEnd(what: string, { closed }: OpenSocket, from: number): Promise<string> {
  const { code, reason, at } = await closed;
  console.log(`R6-38 ${what}: the live socket closed after ${Math.round(at - from)} ms`);
  return `${code} ${reason}`;
}

test('socket grants are checked often enough for the promise', () => {
  expect(RECHECK_MS).toBeLessThanOrEqual(WITHIN_MS - 1000);
});

describe('a live socket ends within 5 s [R6-38]', { timeout: 2 * PATIENCE_MS }, () => {
  test.each(['signs out', 'is disabled', 'is deleted'])(
    'of a user who %s; the next call is 401',
    async (what) => {
      const { admin, browser, update, socketOf, userId } = await signIn();
      const held = await socketOf();
      const token = browser.cookies.get('penstock_session') ?? '';
      const from = performance.now();
      if (what === 'signs out') await browser.call('signOut', { body: {} });
      else if (what === 'is disabled') expect((await update({ disabled: true })).status).toBe(200);
      else expect((await admin.call('deleteUser', { path: { userId } })).status).toBe(200);
      browser.cookies.set('penstock_session', token);
      expect((await browser.call('getSession')).status).toBe(401);
      expect((await browser.call('createSocketTicket', { body: {} })).status).toBe(401);
      expect(await waitForEnd(`a user ${what}`, held, from)).toBe('1008 Sign in again');
    },
  );

  test.each([
    ['revoked', 'deleteApiKey'],
    ['given a new secret', 'rotateApiKey'],
  ] as const)('a socket of an API key that is %s ends; then 401', async (what, call) => {
    const { id: keyId, headers } = await makeKey(api, { roleId: 'viewer' });
    const { ticket } = (await api.call('createSocketTicket', { headers, body: {} })).body;
    const held = await server.open(ticket);
    const from = performance.now();
    expect((await api.call(call, { path: { keyId }, body: {} })).status).toBe(200);
    expect((await api.call('listPipelines', { headers })).status).toBe(401);
    expect(await waitForEnd(`an API key is ${what}`, held, from)).toBe('1008 Sign in again');
  });
});

test.each(['signs out', 'is disabled'])(
  'a ticket opens nothing for a user who %s meanwhile',
  async (what) => {
    const { browser, update } = await signIn();
    const { ticket } = (await browser.call('createSocketTicket', { body: {} })).body;
    if (what === 'signs out') await browser.call('signOut', { body: {} });
    else expect((await update({ disabled: true })).status).toBe(200);
    await expect(server.open(ticket)).rejects.toThrow('401');
  },
);

test('a ticket made before a role was taken subscribes to nothing', async () => {
  const { admin, browser, update } = await signIn();
  const role = { name: 'Without pipelines', description: '', grants: [], siteIds: [] };
  const { id: roleId } = (await admin.call('createRole', { body: { role } })).body;
  const { ticket } = (await browser.call('createSocketTicket', { body: {} })).body;
  expect((await update({ roleIds: [roleId] })).status).toBe(200);
  const { socket, received, closed } = await server.open(ticket);
  const topic = { type: 'subscribe', subscriptionId: 's', topic: 'site', siteId: api.siteId };
  socket.send(JSON.stringify(topic));
  await vi.waitFor(
    () => expect(received).toContainEqual(expect.objectContaining({ type: 'refused', code: 'FORBIDDEN' })),
    PATIENCE_MS,
  );
  expect(received).not.toContainEqual(expect.objectContaining({ type: 'subscribed' }));
  socket.close();
  await closed;
});

test(
  'topics a changed role forbids end, and the socket stays [R6-38]',
  async () => {
    const { admin, browser, update, socketOf } = await signIn();
    const grants = [{ resourceType: 'SINKS', accessTypes: ['READ'], extraGrants: [] }];
    const role = { name: 'Without pipelines', description: '', grants, siteIds: [] };
    const { id: roleId } = (await admin.call('createRole', { body: { role } })).body;
    await update({ roleIds: ['viewer'] });
    const { socket, received, closed } = await socketOf();
    const topic = { type: 'subscribe', subscriptionId: 's', topic: 'site', siteId: api.siteId };
    socket.send(JSON.stringify(topic));
    const of = (type: string) => received.filter((one) => one.type === type);
    await vi.waitFor(() => expect(of('subscribed')).toHaveLength(1), PATIENCE_MS);
    const from = performance.now();
    expect((await update({ roleIds: [roleId] })).status).toBe(200);
    expect((await browser.call('listPipelines')).status).toBe(403);
    await vi.waitFor(
      () => expect(of('refused')).toMatchObject([{ subscriptionId: 's', code: 'FORBIDDEN' }]),
      PATIENCE_MS,
    );
    console.log(`R6-38 a role is taken: the topic ended after ${Math.round(performance.now() - from)} ms`);
    socket.send(JSON.stringify(topic));
    await vi.waitFor(() => expect(of('refused')).toHaveLength(2), PATIENCE_MS);
    socket.send('{"type":"ping"}');
    await vi.waitFor(() => expect(of('pong')).toHaveLength(1), PATIENCE_MS);
    socket.close();
    await closed;
  },
  2 * PATIENCE_MS,
);
