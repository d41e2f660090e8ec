import { createAdaptorServer } from '@hono/node-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type LiveServerMessage, liveServerMessageSchema } from '../../src/contract/live.ts';
import type { Principal } from '../../src/service/auth/permissions.ts';
import { MAX_MESSAGE_BYTES } from '../../src/service/live/channel.ts';
import { CONNECTIONS_PER_PERSON } from '../../src/service/live/connections.ts';
import { createLiveSession, MAX_BUFFERED_BYTES } from '../../src/service/live/session.ts';
import { eventually } from '../harness/eventually.ts';
import { openMemoryStore } from '../harness/memory-store.ts';
import { makeKey } from './support/access.ts';
import { act, makeDeployedPipeline, makePipeline, makeSavedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const getAdmin = async (): Promise<Principal> => {
  const principal = await api.service.services.authenticator.authenticate(new Request('http://127.0.0.1/'));
  if (!principal) throw new Error('nobody');
  return principal;
};

function connect(principal: Principal) {
  const sent: LiveServerMessage[] = [];
  const socket = {
    buffered: 0,
    closed: undefined as { code: number; reason: string } | undefined,
    send: (text: string) => void sent.push(liveServerMessageSchema.parse(JSON.parse(text))),
    close(code: number, reason: string) {
      socket.closed = { code, reason };
    },
    bufferedBytes: () => socket.buffered,
  };
  const session = createLiveSession(api.service.services, principal, socket);
  const say = (message: object) => session.receive(JSON.stringify(message));
  const of = <T extends LiveServerMessage['type']>(type: T) =>
    sent.filter((one): one is Extract<LiveServerMessage, { type: T }> => one.type === type);
  return { socket, session, say, sent, of };
}

describe('messages', () => {
  test('a site reports every status passed, and changes of its things', async () => {
    const live = connect(await getAdmin());
    await live.say({ type: 'subscribe', subscriptionId: 's', topic: 'site', siteId: api.siteId });
    const { pipelineId } = await makeSavedPipeline(api);
    await act(api, pipelineId, 'DEPLOY', 1);
    await api.service.services.lifecycle.settled();
    const statuses = live.of('pipeline.status').map((one) => [one.status, one.pendingAction]);
    expect(statuses).toEqual([
      ['DEFAULT', 'DEPLOY'],
      ['TO_DEPLOY', 'DEPLOY'],
      ['DEPLOYING', 'DEPLOY'],
      ['DEPLOYED', 'NOP'],
    ]);
    const changed = live.of('entity.changed').map((one) => `${one.entity} ${one.change}`);
    expect(changed).toEqual(['source created', 'sink created', 'pipeline created', 'pipeline updated']);
    await live.say({ type: 'unsubscribe', subscriptionId: 's' });
    await makePipeline(api, 'later');
    expect(live.of('entity.changed')).toHaveLength(4);
  });

  test('a write that fails announces nothing', async () => {
    const live = connect(await getAdmin());
    await live.say({ type: 'subscribe', subscriptionId: 's', topic: 'site', siteId: api.siteId });
    await makePipeline(api, 'a');
    await makePipeline(api, 'a');
    expect(live.of('entity.changed')).toHaveLength(1);
  });

  const countsOf = (events: number) => ({
    eventsIn: events,
    eventsOut: events,
    eventsDropped: 0,
    eventsCreated: 0,
    eventsMerged: 0,
    eventsDeadLetter: 0,
    eventsBuffered: 0,
    bytesIn: 10 * events,
    bytesOut: 10 * events,
    bytesDropped: 0,
    bytesDeadLetter: 0,
    bytesBuffered: 0,
    rawBytes: 10 * events,
    errors: 0,
    objectsWritten: 0,
  });

  test('counters are running totals, and continue without flow', async () => {
    const { pipelineId, sourceId } = await makeDeployedPipeline(api);
    const live = connect(await getAdmin());
    api.engine.report({
      type: 'counters',
      bootId: 'a',
      at: Date.now(),
      pipelines: { [pipelineId]: { [sourceId]: { ...countsOf(5), lastEventAt: 2000 } } },
    });
    await live.say({ type: 'subscribe', subscriptionId: 'c', topic: 'counters', siteId: api.siteId });
    await eventually(() => expect(live.of('counters').length).toBeGreaterThan(0));
    expect(live.of('counters')[0]?.pipelines[pipelineId]?.[sourceId]).toMatchObject({
      eventsIn: '5',
      bytesIn: '50',
      lastEventAt: 2,
    });
    await eventually(() => expect(live.of('counters').length).toBeGreaterThan(1));
    const [first, second] = live.of('counters');
    expect(second?.pipelines).toEqual(first?.pipelines);
    live.session.end();
  });

  test('counters begin with those of ten seconds ago, so that rates are whole at once', async () => {
    let now = Date.parse('2026-11-01T10:00:00Z');
    await api.stop();
    api = await startService({ clock: () => now });
    const { pipelineId, sourceId } = await makeDeployedPipeline(api);
    const report = (eventsIn: number) =>
      api.engine.report({
        type: 'counters',
        bootId: 'a',
        at: now,
        pipelines: { [pipelineId]: { [sourceId]: { ...countsOf(eventsIn), lastEventAt: now } } },
      });
    report(5);
    now += 20_000;
    report(25);
    now += 5000;
    const live = connect(await getAdmin());
    await live.say({ type: 'subscribe', subscriptionId: 'c', topic: 'counters', siteId: api.siteId });
    await eventually(() => expect(live.of('counters').length).toBeGreaterThan(1));
    expect(
      live
        .of('counters')
        .slice(0, 2)
        .map(({ at, pipelines }) => [now / 1000 - at, pipelines[pipelineId]?.[sourceId]?.eventsIn]),
    ).toEqual([
      [10, '5'],
      [0, '25'],
    ]);
    live.session.end();
  });

  test('totals are pushed as the call answers them, until unsubscribed [R7-89]', async () => {
    const { pipelineId, sourceId } = await makeDeployedPipeline(api);
    const live = connect(await getAdmin());
    await live.say({
      type: 'subscribe',
      subscriptionId: 't',
      topic: 'summaries',
      siteId: api.siteId,
      pipelineIds: [pipelineId],
      seconds: 3600,
    });
    await eventually(() => expect(live.of('summaries')).toHaveLength(1));
    const none = { eventsIn: 0, eventsOut: 0, eventsDropped: 0, eventsCreated: 0, eventsMerged: 0 };
    const fates = { bytesDropped: 0, bytesDeadLetter: 0, bytesBuffered: 0 };
    const bytes = { bytesIn: 50, bytesOut: 50, rawBytes: 50, errors: 0, objectsWritten: 0, ...fates };
    const counted = { ...none, ...bytes, eventsIn: 5, eventsOut: 5, eventsDeadLetter: 0, eventsBuffered: 0 };
    api.engine.report({
      type: 'counters',
      bootId: 'a',
      at: Date.now(),
      pipelines: { [pipelineId]: { [sourceId]: { ...counted, lastEventAt: 2000 } } },
    });
    await eventually(async () => {
      const now = Math.floor(Date.now() / 1000);
      const { body } = await api.call('getPipelineSummaries', {
        query: {
          siteId: api.siteId,
          pipelineIds: [pipelineId],
          'timeRange.startUnixTimeSeconds': now - 3600,
          'timeRange.endUnixTimeSeconds': now,
        },
      });
      const pushed = live.of('summaries').at(-1)?.pipelineSummaries;
      expect(pushed?.[pipelineId]?.eventsIn).toBe('5');
      expect(pushed).toEqual(body.pipelineSummaries);
    }, 20_000);
    await live.say({ type: 'unsubscribe', subscriptionId: 't' });
    live.session.end();
  });

  test('counters: all sessions share one query, until a pipeline is made', async () => {
    const statements: string[] = [];
    await api.stop();
    const store = await openMemoryStore((text) => statements.push(text));
    api = await startService({ store });
    await makePipeline(api, 'first');
    const sessions = await Promise.all(Array.from({ length: 20 }, async () => connect(await getAdmin())));
    statements.length = 0;
    const listings = () => statements.filter((text) => /from "pipelines" where "site_id" in/.test(text));
    const subscribe = { type: 'subscribe', subscriptionId: 'c', topic: 'counters', siteId: api.siteId };
    await Promise.all(sessions.map((live) => live.say(subscribe)));
    await eventually(() => {
      for (const live of sessions) expect(live.of('counters').length).toBeGreaterThan(2);
    });
    expect(listings()).toHaveLength(1);
    statements.length = 0;
    await makePipeline(api, 'second');
    await eventually(() => {
      for (const live of sessions)
        expect(Object.keys(live.of('counters').at(-1)?.pipelines ?? {})).toHaveLength(2);
    });
    expect(listings()).toHaveLength(1);
    for (const live of sessions) live.session.end();
  });

  test('a tap passes events on until it ends', async () => {
    const { pipelineId, transformId } = await makeDeployedPipeline(api);
    const live = connect(await getAdmin());
    const tap = { type: 'subscribe', topic: 'tap', siteId: api.siteId, pipelineId, componentId: transformId };
    await live.say({ ...tap, subscriptionId: 't', limit: 3 });
    const [open] = api.engine.taps;
    expect(open?.request).toEqual({ pipelineId, componentId: transformId, limit: 3 });
    open?.onEvents([{ text: '{"a":1}', at: 1500 }]);
    open?.onEnd('The limit is reached');
    expect(live.of('tap.events')[0]?.events).toEqual([{ text: '{"a":1}', at: 1.5 }]);
    expect(live.of('tap.ended')[0]?.reason).toBe('The limit is reached');
    await live.say({ ...tap, subscriptionId: 'u' });
    live.session.end();
    expect(api.engine.taps).toHaveLength(1);
  });

  test.each([
    ['not JSON', 'hello'],
    ['an unknown type', '{"type":"shout"}'],
    ['an unknown field', '{"type":"ping","colour":"red"}'],
  ])('%s closes the connection with the reason', async (_, text) => {
    const live = connect(await getAdmin());
    await live.session.receive(text);
    expect(live.socket.closed?.code).toBe(1008);
    expect(live.socket.closed?.reason).not.toBe('');
  });

  test('every subscription is checked: grants, sites, pipelines', async () => {
    const { pipelineId, transformId } = await makeDeployedPipeline(api);
    const site = { type: 'subscribe', topic: 'site', siteId: api.siteId, subscriptionId: 's' };
    const tap = { ...site, topic: 'tap', pipelineId, componentId: transformId };
    const { user } = await getAdmin();
    const reader = connect({
      user: { ...user, roles: [] },
      grants: [{ resource: 'PIPELINES', types: ['READ'], extra: [] }],
    });
    await reader.say(site);
    await reader.say({ ...tap, subscriptionId: 't' });
    expect(reader.of('subscribed').map((one) => one.subscriptionId)).toEqual(['s']);
    expect(reader.of('refused')).toMatchObject([{ subscriptionId: 't', code: 'FORBIDDEN' }]);
    const stranger = connect({ user: { ...user, roles: [] }, grants: [] });
    await stranger.say(site);
    expect(stranger.of('refused')).toMatchObject([{ code: 'FORBIDDEN' }]);
    const live = connect(await getAdmin());
    await live.say({ ...site, siteId: '499999999999999999' });
    await live.say({ ...tap, pipelineId: '399999999999999999' });
    expect(live.of('refused').map((one) => one.code)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  });

  test('a reader that is too far behind is dropped', async () => {
    const live = connect(await getAdmin());
    live.socket.buffered = MAX_BUFFERED_BYTES + 1;
    await live.say({ type: 'ping' });
    expect(live.socket.closed).toEqual({ code: 1013, reason: 'Reads too slowly' });
  });
});

describe('who edits', () => {
  test('a pipeline: others who edit it are told, and who may only read is none', async () => {
    const { pipelineId } = await makeSavedPipeline(api);
    const admin = await getAdmin();
    const topic = {
      type: 'subscribe',
      subscriptionId: 'e',
      topic: 'editors',
      siteId: api.siteId,
      pipelineId,
    };
    const own = connect(admin);
    await own.say({ ...topic, isEditing: true });
    const watcher = connect(await getAdmin());
    await watcher.say({ ...topic, isEditing: false });
    const colleague = connect({ ...admin, user: { ...admin.user, id: '999', name: 'Ada' } });
    await colleague.say({ ...topic, isEditing: true });
    const reader = connect({ ...admin, grants: [], isAdministrator: false });
    await reader.say({ ...topic, isEditing: true });
    colleague.session.end();

    const you = { name: admin.user.name, isYou: true };
    const ada = { name: 'Ada', isYou: false };
    expect(own.of('editors').map((one) => one.editors)).toEqual([[], [ada], []]);
    expect(watcher.of('editors').map((one) => one.editors)).toEqual([[you], [you, ada], [you]]);
    expect(colleague.of('editors').map((one) => one.editors)).toEqual([[{ ...you, isYou: false }]]);
    expect(reader.of('refused')).toHaveLength(1);
  });

  test('a pipeline of another site, or none, is refused', async () => {
    const live = connect(await getAdmin());
    const topic = { type: 'subscribe', subscriptionId: 'e', topic: 'editors', siteId: api.siteId };
    await live.say({ ...topic, pipelineId: '300000000000000009', isEditing: true });
    expect(live.of('refused').map(({ code }) => code)).toEqual(['NOT_FOUND']);
  });
});

describe('the connection', () => {
  const listen = async () => {
    const server = createAdaptorServer({
      fetch: api.service.app.fetch,
      websocket: { server: new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES }) },
    });
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const received: unknown[] = [];
    const open = (
      ticket: string,
      origin = `http://127.0.0.1:${port}`,
      headers: Record<string, string> = {},
    ) =>
      new Promise<WebSocket | number>((done) => {
        const socket = new WebSocket(
          `ws://127.0.0.1:${port}/v1/ws/live?authorization=${encodeURIComponent(ticket)}`,
          {
            origin,
            headers,
          },
        );
        socket.on('message', (data) => received.push(JSON.parse(String(data))));
        socket.once('open', () => done(socket));
        socket.once('unexpected-response', (_request, response) => done(response.statusCode ?? 0));
        socket.once('error', () => done(0));
      });
    const close = () => new Promise<void>((done) => void server.close(() => done()));
    return { open, close, received };
  };
  const ticket = async () => (await api.call('createSocketTicket')).body.ticket as string;

  test('opens once per ticket, from our origin, with 64 KiB messages [R7-74]', async () => {
    const { open, close, received } = await listen();
    const first = await ticket();
    const socket = await open(first);
    if (!(socket instanceof WebSocket)) throw new Error(`not opened: ${socket}`);
    await eventually(() => expect(received).toMatchObject([{ type: 'hello' }]));
    expect(await open(first), 'a ticket is good once').toBe(401);
    expect(await open('made-up')).toBe(401);
    expect(await open(await ticket(), 'http://evil.example')).toBe(403);
    const closed = new Promise((done) => socket.once('close', (code) => done(code)));
    socket.send('x'.repeat(MAX_MESSAGE_BYTES + 1));
    expect(await closed).toBe(1009);
    await close();
  });

  test('opens by the value of the Authorization header without a cookie [R7-74]', async () => {
    const { open, close, received } = await listen();
    const { key, id } = await makeKey(api, { roleId: 'viewer' });
    const socket = await open(`Bearer ${key}`);
    if (!(socket instanceof WebSocket)) throw new Error(`not opened: ${socket}`);
    await eventually(() => expect(received).toMatchObject([{ type: 'hello' }]));
    expect(await open(`Bearer ${key}`, undefined, { cookie: 'a=b' }), 'a browser needs a ticket').toBe(401);
    const wrong = `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`;
    expect(await open(`Bearer ${wrong}`)).toBe(401);
    await api.call('deleteApiKey', { path: { keyId: id } });
    expect(await open(`Bearer ${key}`)).toBe(401);
    socket.terminate();
    await close();
  });

  test('connections of a person are limited, with hoarded tickets too', async () => {
    const { open, close } = await listen();
    const { connections } = api.service.services;
    const person = await getAdmin();
    const [kept, collected] = [await ticket(), await ticket()];
    const others = Array.from({ length: CONNECTIONS_PER_PERSON - 1 }, () => connections.opened(person));
    const last = await open(kept);
    if (!(last instanceof WebSocket)) throw new Error(`not opened: ${last}`);
    expect(await open(collected)).toBe(429);
    const refused = await api.call('createSocketTicket');
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'You have 50 live connections, which is the limit. Close a tab or another client, and try again',
    ]);
    last.close();
    await eventually(async () => expect((await api.call('createSocketTicket')).status).toBe(200));
    for (const closed of others) closed();
    await close();
  });

  test('a ticket is good for 30 seconds', async () => {
    let now = Date.now();
    await api.stop();
    api = await startService({ clock: () => now });
    const { open, close } = await listen();
    const late = await ticket();
    now += 30_001;
    expect(await open(late)).toBe(401);
    await close();
  });
});
