import { createAdaptorServer } from '@hono/node-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createSocketServer } from '../../src/service/http/socket-server.ts';
import type { Store } from '../../src/service/store/index.ts';
import { openMemoryStore } from '../harness/memory-store.ts';
import {
  createAgent,
  createSocketAgent,
  decodeAnswer,
  FULL_STATE,
  readOffer,
  type ServerMessage,
  STATE,
} from '../harness/opamp.ts';
import { COLLECTOR, type FleetService, startFleetService } from './support/fleets.ts';

const KNOWN = 250;
const ASKED_AT_ONCE = 200;
const JOINING_AT_ONCE = 100;

let world: FleetService;
let server: ReturnType<typeof createAdaptorServer> | undefined;
let host = '';
/** Of the service, in milliseconds. */
let steady: number;
let store: Store;
let statements: string[];
const sockets = new Set<WebSocket>();

async function listen(): Promise<void> {
  server = createAdaptorServer({
    fetch: world.api.service.app.fetch,
    websocket: { server: createSocketServer() },
  });
  await new Promise<void>((done) => void server?.listen(0, '127.0.0.1', done));
  const address = server.address();
  host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}
const start = async (callsPerMinute = 0) => {
  world = await startFleetService({ store, steady: () => steady, callsPerMinute });
  await listen();
};
beforeEach(async () => {
  steady = 0;
  statements = [];
  store = await openMemoryStore((text) => statements.push(text));
});
afterEach(async () => {
  for (const socket of sockets) socket.terminate();
  sockets.clear();
  await world.stop();
  await new Promise<void>((done) => void server?.close(() => done()));
});

/** 0 for a socket that is open, else the seconds after which to come again. */
const knock = (token: string) =>
  new Promise<{ status: number; seconds: number; socket: WebSocket }>((done, fail) => {
    const socket = new WebSocket(`ws://${host}/v1/opamp`, { headers: { authorization: `Bearer ${token}` } });
    sockets.add(socket);
    socket.once('open', () => done({ status: 101, seconds: 0, socket }));
    socket.once('unexpected-response', (_request, { statusCode = 0, headers }) => {
      socket.on('error', () => {});
      socket.terminate();
      done({ status: statusCode, seconds: Number(headers['retry-after']), socket });
    });
    socket.once('error', fail);
  });

describe('many agents come at once', () => {
  test('few say all they know at a time, the others are spread', async () => {
    await start();
    const { token } = await world.makeFleet();
    const knocks = [];
    for (let number = 0; number < JOINING_AT_ONCE + 60; number += 1) knocks.push(await knock(token));
    const let_in = knocks.filter(({ status }) => status === 101);
    const refused = knocks.filter(({ status }) => status === 503);
    expect([let_in.length, refused.length]).toEqual([JOINING_AT_ONCE, 60]);
    // Twice the number that comes in a second, over whole seconds.
    expect(refused.every(({ seconds }) => seconds >= 1 && seconds <= 3)).toBe(true);

    const { socket } = let_in[0] as (typeof knocks)[number];
    const agent = createAgent(1, (message) => {
      socket.send(Buffer.concat([Buffer.of(0), message]));
      return new Promise<ServerMessage>((done) =>
        socket.once('message', (data: Buffer) => done(decodeAnswer(data.subarray(1)))),
      );
    });
    await agent.hello();
    expect((await knock(token)).status).toBe(101);
  });

  test('of agents that poll few are asked for all after a restart', async () => {
    await start();
    const { token } = await world.makeFleet();
    const join = (number: number) => world.join(token, number);
    let agents = Array.from({ length: KNOWN }, (_, at) => join(at));
    for (const agent of agents) await agent.hello();
    await world.stop();

    await new Promise<void>((done) => void server?.close(() => done()));
    await start();
    agents = Array.from({ length: KNOWN }, (_, at) => join(at));
    const ask = async () => {
      const answers = [];
      for (const agent of agents) answers.push(await agent.say());
      return answers.filter(({ flags }) => (flags & FULL_STATE) !== 0n).length;
    };
    expect(await ask()).toBe(ASKED_AT_ONCE);
    // Whoever was not asked is asked with its next message.
    steady += 60_000;
    expect(await ask()).toBe(KNOWN - ASKED_AT_ONCE);
    expect(await ask()).toBe(0);
  });

  test('agents with a token share an address without a limit', async () => {
    await start(1);
    const { token } = await world.makeFleet();
    for (let number = 0; number < 30; number += 1) expect((await knock(token)).status).toBe(101);
    const wrong = [];
    for (let number = 0; number < 30; number += 1)
      wrong.push((await knock(`penstock_fleet_${'x'.repeat(43)}`)).status);
    expect(wrong.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(wrong.at(-1)).toBe(429);
    expect((await knock(token)).status).toBe(101);
  });

  test('an agent whose answer waits to be stored is not offered again', async () => {
    const { transaction } = store;
    let released = Promise.resolve();
    let waiting = 0;
    store.transaction = async (work) => {
      waiting += 1;
      await released;
      return transaction(work);
    };
    await start();
    const { token, fleetId } = await world.makeFleet();
    const agent = createSocketAgent((await knock(token)).socket, 1);
    await agent.hello();
    const configurationId = await world.makeConfiguration();
    await world.roll(fleetId, { configurationId });
    const offered = await agent.receive();
    expect(readOffer(offered)).toBe(COLLECTOR);

    await world.turn();
    const { promise, resolve: release } = Promise.withResolvers<void>();
    [released, waiting] = [promise, 0];
    const answered = agent.report(offered, STATE.APPLYING);
    // A turn of rollouts that was due may wait as well; a later connection shows that the answer has come.
    await expect.poll(() => waiting).toBeGreaterThan(0);
    expect((await knock(token)).status).toBe(101);
    world.pass(31_000);
    await world.lookAround();
    release();
    // Offered once more, it would have heard that before its answer.
    expect(readOffer(await answered)).toBeUndefined();
    expect(readOffer(await agent.report(offered, STATE.APPLIED))).toBeUndefined();
  });

  test('one that says nothing about an offer is offered it again', async () => {
    await start();
    const { token, fleetId } = await world.makeFleet();
    const agent = createSocketAgent((await knock(token)).socket, 1);
    await agent.hello();
    await world.roll(fleetId, { configurationId: await world.makeConfiguration() });
    expect(readOffer(await agent.receive())).toBe(COLLECTOR);
    await world.lookAround();
    expect(readOffer(await agent.say())).toBeUndefined();
    world.pass(31_000);
    await world.lookAround();
    expect(readOffer(await agent.receive())).toBe(COLLECTOR);
  });

  test('what a hundred agents say at once takes few statements to store', async () => {
    await start();
    const { token, fleetId } = await world.makeFleet();
    const agents = Array.from({ length: 100 }, (_, at) => world.join(token, at));
    for (const agent of agents) await agent.hello();
    await world.roll(fleetId, { configurationId: await world.makeConfiguration() });
    await world.turn();
    const offers = await Promise.all(agents.map((agent) => agent.say()));
    statements.length = 0;
    await Promise.all(agents.map((agent, at) => agent.report(offers[at] as ServerMessage, STATE.APPLIED)));
    const writes = statements.filter((text) => /^(update|insert|delete)/.test(text));
    expect(writes.length).toBeLessThan(20);
    const all = await store.fleetAgents.list({ fleetIds: [fleetId] });
    expect(all.filter(({ config_state }) => config_state === 'APPLIED')).toHaveLength(100);
    for (const { id } of all)
      expect((await store.fleetAgents.eventsOf(id)).map(({ kind }) => kind)).toEqual([
        'APPLIED',
        'OFFERED',
        'ENROLLED',
      ]);
  });
});
