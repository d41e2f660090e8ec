// Slow: starts PostgreSQL.
import { createAdaptorServer } from '@hono/node-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createSocketServer } from '../../src/service/http/socket-server.ts';
import type { Store } from '../../src/service/store/index.ts';
import { eventually } from '../harness/eventually.ts';
import { CAN, createSocketAgent, MANAGED, readOffer, type ServerMessage, STATE } from '../harness/opamp.ts';
import { type FleetService, startFleetService, withLevel } from './support/fleets.ts';
import { ERROR, encodeLogs } from './support/otlp-logs.ts';
import { type Place, postgres } from './support/store-places.ts';

const CAPABILITIES = MANAGED | CAN.restart;
type Server = ReturnType<typeof createAdaptorServer>;
type Running = { world: FleetService; server: Server; store: Store; url: string };

let place: Place;
let one: Running;
let other: Running;
let now: number;
const sockets = new Set<WebSocket>();

async function start(): Promise<Running> {
  const store = await place.open();
  const world = await startFleetService({ store, clock: () => now });
  const server = createAdaptorServer({
    fetch: world.api.service.app.fetch,
    websocket: { server: createSocketServer() },
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { world, server, store, url: `ws://127.0.0.1:${port}/v1/opamp` };
}
beforeEach(async () => {
  now = Date.now();
  place = await postgres();
  one = await start();
  other = await start();
}, 120_000);
afterEach(async () => {
  for (const socket of sockets) socket.terminate();
  sockets.clear();
  for (const { world, server, store } of [one, other]) {
    await world.stop().catch(() => undefined);
    await new Promise<void>((done) => void server.close(() => done()));
    await store.close().catch(() => undefined);
  }
  await place.remove();
});

/** An agent that is connected to one service; what it is told waits until it is asked for. */
async function connect({ url }: Running, token: string, number: number) {
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } });
  sockets.add(socket);
  await new Promise<void>((done, fail) => socket.once('open', done).once('error', fail));
  return createSocketAgent(socket, number);
}

const makeRollout = async () => {
  const configurationId = await one.world.makeConfiguration();
  const { fleetId, token, tokenId } = await one.world.makeFleet({ configurationId });
  const configuration = { id: configurationId, content: withLevel('detailed') };
  await one.world.api.call('updateConfiguration', { body: { configuration } });
  return { configurationId, fleetId, token, tokenId };
};

describe('two services on one PostgreSQL', () => {
  test('what is asked of one reaches the agents of the other', async () => {
    const { configurationId, fleetId, token, tokenId } = await makeRollout();
    const agent = await connect(one, token, 1);
    const offered = await agent.hello({ capabilities: CAPABILITIES });
    const more = { capabilities: CAPABILITIES };
    await agent.report(offered, STATE.APPLIED, '', more);
    expect((await other.world.agent('host-1')).isConnected).toBe(true);

    const { id } = (await other.world.roll(fleetId, { configurationId })).body;
    await one.world.lookAround();
    const next = await agent.receive();
    expect(readOffer(next)).toBe(withLevel('detailed'));
    await agent.report(next, STATE.APPLIED, '', more);
    await other.world.turn();
    expect((await other.world.rollout(id)).state).toBe('SUCCEEDED');

    const { id: agentId } = await other.world.agent('host-1');
    await other.world.api.call('restartAgent', { path: { agentId } });
    await one.world.lookAround();
    expect(await agent.receive()).toMatchObject({ command: { type: 0 } });

    const closed = new Promise<number>((done) => agent.socket.once('close', done));
    await other.world.api.call('revokeFleetToken', { path: { tokenId } });
    await one.world.lookAround();
    expect(await closed).toBe(1008);
  });

  test('a configuration that failed is offered again by the other', async () => {
    const { configurationId, fleetId, token } = await makeRollout();
    const agent = await connect(one, token, 1);
    const more = { capabilities: CAPABILITIES };
    await agent.report(await agent.hello(more), STATE.APPLIED, '', more);
    await other.world.roll(fleetId, { configurationId, maxErrorPercent: 100 });
    await one.world.lookAround();
    await agent.report(await agent.receive(), STATE.FAILED, 'the port is taken', more);

    now += 1000;
    const { id: agentId } = await other.world.agent('host-1');
    await other.world.api.call('retryAgent', { path: { agentId } });
    await one.world.lookAround();
    expect(readOffer(await agent.receive())).toBe(withLevel('detailed'));
  });

  test('what an agent of one logs is shown by the other', async () => {
    const { token } = await one.world.makeFleet();
    const agent = await connect(one, token, 1);
    const { connectionSettings } = await agent.hello({ capabilities: CAPABILITIES | CAN.ownLogs });
    const { headers } = connectionSettings?.ownLogs?.headers ?? { headers: [] };
    for (const body of ['first', 'again', 'again']) {
      const response = await fetch(`${one.url.replace('ws:', 'http:')}/logs`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-protobuf', authorization: headers[0]?.value ?? '' },
        body: encodeLogs([{ severity: ERROR, body }]),
      });
      expect(response.status).toBe(200);
      await one.world.api.service.services.fleets.logs.flush();
    }
    const { events } = await other.world.agent('host-1');
    const logged = events.filter(({ kind }: { kind: string }) => kind === 'LOGGED_ERROR');
    expect(logged.map(({ text }: { text: string }) => text)).toEqual(['again (2 times)', 'first']);
  });

  test('one that is killed during a rollout is no end of it', async () => {
    const { configurationId, fleetId, token } = await makeRollout();
    const before = [];
    for (let number = 1; number <= 4; number += 1) {
      const agent = await connect(one, token, number);
      await agent.report(await agent.hello(), STATE.APPLIED);
      before.push(agent);
    }
    const { id } = (await one.world.roll(fleetId, { configurationId, steps: [50, 100], agentSeconds: 3600 }))
      .body;
    const [first, second] = before as [(typeof before)[number], (typeof before)[number]];
    await first.report(await first.receive(), STATE.APPLIED);
    await second.receive();

    // From one moment to the next it stores and says nothing more.
    await one.store.close();
    for (const { socket } of before) socket.terminate();
    const back: Awaited<ReturnType<typeof connect>>[] = [];
    for (let number = 1; number <= 4; number += 1) back.push(await connect(other, token, number));
    // The service also takes turns by itself: an offer may come with the answer, or later.
    const apply = async (agent: (typeof back)[number], answer: ServerMessage) => {
      const isOffered = readOffer(answer) === withLevel('detailed');
      await agent.report(isOffered ? answer : await agent.receive(), STATE.APPLIED);
    };
    const answers = [];
    for (const [at, agent] of back.entries()) {
      const answer = await agent.hello();
      if (at === 1) await apply(agent, answer);
      answers.push(answer);
    }
    await other.world.turn();
    for (const [at, agent] of back.entries()) if (at >= 2) await apply(agent, answers[at]!);
    // An offer that was under way is taken for the answer to a report, which is then still to be read.
    await eventually(async () => {
      await other.world.turn();
      const outcomes = { APPLIED: 4, FAILED: 0 };
      expect(await other.world.rollout(id)).toMatchObject({ state: 'SUCCEEDED', outcomes });
    });
    expect(await other.world.agents()).toHaveLength(4);
  });

  test('an agent that moves to the other is not said to be gone', async () => {
    const { fleetId, token } = await one.world.makeFleet();
    const agent = await connect(one, token, 1);
    await agent.hello();
    const moved = await connect(other, token, 1);
    await moved.hello();
    agent.socket.close();
    await eventually(async () =>
      expect(one.world.api.service.services.fleets.presence.listConnected()).toEqual([]),
    );
    const shown = await one.world.agent('host-1');
    expect(shown.isConnected).toBe(true);
    expect(shown.events.map(({ kind }: { kind: string }) => kind)).not.toContain('DISCONNECTED');

    // Whom nobody hears any more is gone, though the service that heard it is too.
    await other.store.close();
    now += 200_000;
    await one.world.lookAround();
    await eventually(async () => expect((await one.world.fleet(fleetId)).statuses.DISCONNECTED).toBe(1));
  });
});
