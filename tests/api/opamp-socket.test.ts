import { createOpAMPClient, RemoteConfigStatuses } from '@elastic/opamp-client-node';
import { createAdaptorServer } from '@hono/node-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { OVERDUE_MS } from '../../src/service/fleets/status.ts';
import { createSocketServer } from '../../src/service/http/socket-server.ts';
import { eventually } from '../harness/eventually.ts';
import {
  CAN,
  createSocketAgent,
  describeAgent,
  MANAGED,
  readCredential,
  readOffer,
  STATE,
} from '../harness/opamp.ts';
import { COLLECTOR, type FleetService, startFleetService, withLevel } from './support/fleets.ts';

let world: FleetService;
let server: ReturnType<typeof createAdaptorServer>;
let host: string;
/** Beside the time of the machine. */
let passed: number;
const sockets = new Set<WebSocket>();

beforeEach(async () => {
  passed = 0;
  world = await startFleetService({ clock: () => Date.now() + passed });
  server = createAdaptorServer({
    fetch: world.api.service.app.fetch,
    websocket: { server: createSocketServer() },
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const address = server.address();
  host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterEach(async () => {
  for (const socket of sockets) socket.terminate();
  sockets.clear();
  await world.stop();
  await new Promise<void>((done) => void server.close(() => done()));
});

const connect = (token: string) =>
  new Promise<WebSocket>((done, fail) => {
    const headers = { authorization: `Bearer ${token}` };
    const socket = new WebSocket(`ws://${host}/v1/opamp`, { headers });
    sockets.add(socket);
    socket.once('open', () => done(socket));
    socket.once('unexpected-response', (_request, { statusCode }) => fail(new Error(String(statusCode))));
    socket.once('error', fail);
  });
const closing = (socket: WebSocket) =>
  new Promise<number>((done) => socket.once('close', (code) => done(code)));

/** Its messages wait here until they are asked for. */
async function join(token: string, number: number) {
  const socket = await connect(token);
  return createSocketAgent(socket, number);
}

test('a socket is refused before its first message without a token', async () => {
  await expect(connect('penstock_fleet_wrong')).rejects.toThrow('401');
});

test('an agent that may not enroll is told why, and keeps its socket', async () => {
  const { fleetId } = await world.makeFleet();
  const made = await world.api.call('createFleetToken', { path: { fleetId }, body: { uses: 1 } });
  await (await join(made.body.token, 1)).hello();
  const second = await join(made.body.token, 2);
  expect((await second.hello()).errorResponse?.errorMessage).toMatch(/has enrolled as many agents/);
  const closed = closing(second.socket);
  expect(await Promise.race([closed, new Promise((done) => setTimeout(done, 300, 'open'))])).toBe('open');
});

test('a rollout reaches a connected agent at once; its end is seen at once', async () => {
  const configurationId = await world.makeConfiguration();
  const { fleetId, token } = await world.makeFleet({ configurationId });
  const agent = await join(token, 1);
  await agent.report(await agent.hello(), STATE.APPLIED);
  const configuration = { id: configurationId, content: withLevel('detailed') };
  await world.api.call('updateConfiguration', { body: { configuration } });
  await world.roll(fleetId, { configurationId });
  const offered = await agent.receive();
  expect(readOffer(offered)).toBe(withLevel('detailed'));
  await agent.report(offered, STATE.APPLIED);
  await eventually(async () => expect((await world.fleet(fleetId)).rollout).toBeNull());
  agent.socket.close();
  await eventually(async () => expect((await world.agents())[0].status).toBe('DISCONNECTED'));
  expect((await world.agent('host-1')).events[0].text).toBe('Its connection ended');
});

test('an agent that says nothing to an offer is in error after five minutes [R2.1-39]', async () => {
  const { token } = await world.makeFleet();
  const agent = await join(token, 1);
  await agent.hello();
  const configurationId = await world.makeConfiguration();
  const to = await world.makeFleet({ name: 'Core', configurationId });
  const [{ id }] = await world.agents();
  await world.api.call('moveAgents', { body: { agentIds: [id], fleetId: to.fleetId } });
  expect(readOffer(await agent.receive())).toBe(COLLECTOR);
  expect((await world.agents())[0].status).toBe('CONFIGURING');
  await eventually(async () => {
    passed += OVERDUE_MS;
    expect((await world.agents())[0]).toMatchObject({
      status: 'ERROR',
      reason: expect.stringMatching(/^It was offered/),
    });
  });
});

test('who was away when a version was assigned has its time from its return', async () => {
  const { token } = await world.makeFleet();
  const agent = await join(token, 1);
  await agent.hello();
  agent.socket.close();
  await eventually(async () => expect((await world.agents())[0].status).toBe('DISCONNECTED'));
  const configurationId = await world.makeConfiguration();
  const to = await world.makeFleet({ name: 'Core', configurationId });
  const [{ id }] = await world.agents();
  await world.api.call('moveAgents', { body: { agentIds: [id], fleetId: to.fleetId } });
  passed += 4 * OVERDUE_MS;
  expect(readOffer(await (await join(token, 1)).hello())).toBe(COLLECTOR);
  expect((await world.agents())[0]).toMatchObject({
    status: 'CONFIGURING',
    reason: 'It is to apply its configuration',
  });
});

test('connected by its own credential, a moved agent leaves its former fleet at once', async () => {
  const from = await world.makeFleet();
  const configurationId = await world.makeConfiguration();
  const to = await world.makeFleet({ name: 'Core', configurationId });
  const capabilities = MANAGED | CAN.opampSettings;
  const enrolled = await world.join(from.token, 1).hello({ capabilities });
  const agent = await join(readCredential(enrolled) ?? '', 1);
  await agent.hello({ capabilities });
  const { id } = await world.agent('host-1');
  expect((await world.api.call('moveAgents', { body: { agentIds: [id], fleetId: to.fleetId } })).status).toBe(
    200,
  );
  expect(readOffer(await agent.receive())).toBe(COLLECTOR);

  // Whoever has a token of the former fleet does not reach it by its instance id.
  expect(readOffer(await world.join(from.token, 1).hello({ capabilities }))).toBeUndefined();
  await agent.say({ capabilities });
  const shown: { id: string; fleetId: string }[] = await world.agents();
  expect(shown.filter((one) => one.fleetId === to.fleetId)).toMatchObject([{ id }]);
  expect(shown).toHaveLength(2);
});

test('a restart reaches a connected agent at once, without anything else', async () => {
  const { token } = await world.makeFleet();
  const agent = await join(token, 1);
  await agent.hello({ capabilities: MANAGED | CAN.restart });
  const [{ id: agentId, acceptsRestart }] = await world.agents();
  expect(acceptsRestart).toBe(true);
  expect((await world.api.call('restartAgent', { path: { agentId } })).status).toBe(200);
  expect(await agent.receive()).toMatchObject({ command: { type: 0 }, flags: 0n });
  expect((await world.agent('host-1')).events[0]).toMatchObject({ kind: 'RESTART' });
});

test('revoking a token closes the sockets that came with it', async () => {
  const { token, tokenId } = await world.makeFleet();
  const agent = await join(token, 1);
  await agent.hello();
  const closed = closing(agent.socket);
  await world.api.call('revokeFleetToken', { path: { tokenId } });
  expect(await closed).toBe(1008);
  await expect(connect(token)).rejects.toThrow('401');
});

test('an agent that connects again takes its place; two that fight get two ids', async () => {
  const { token } = await world.makeFleet();
  const first = await join(token, 1);
  await first.hello();
  const closed = closing(first.socket);
  const second = await join(token, 1);
  expect((await second.hello()).agentIdentification).toBeUndefined();
  expect(await closed).toBe(1000);
  const third = await join(token, 1);
  expect((await third.hello()).agentIdentification?.newInstanceUid).toHaveLength(16);
  await third.hello();
  expect(await world.agents()).toHaveLength(2);
  expect(second.socket.readyState).toBe(WebSocket.OPEN);
});

test('beside an open socket a claim of its id without one gets another', async () => {
  const { token } = await world.makeFleet();
  const agent = await join(token, 1);
  await agent.hello();
  const claimant = world.join(token, 1);
  const version = { agentDescription: describeAgent('host-1', { 'service.version': '9.9.9' }) };
  expect((await claimant.hello(version)).agentIdentification?.newInstanceUid).toHaveLength(16);
  expect(await world.agents()).toMatchObject([{ host: 'host-1', version: '0.130.0' }]);
  expect((await agent.say()).flags).toBe(0n);
});

test.each([
  ['text', (socket: WebSocket) => socket.send('hello'), 1007],
  ['no message', (socket: WebSocket) => socket.send(Buffer.from([0, 255, 255])), 1007],
  ['another header', (socket: WebSocket) => socket.send(Buffer.from([7, 1])), 1007],
  ['over a MiB', (socket: WebSocket) => socket.send(Buffer.alloc(1_100_000)), 1009],
  [
    'a flood',
    (socket: WebSocket) => {
      for (let count = 0; count < 500; count += 1) socket.send(Buffer.from([0, 10, 1, 1]));
    },
    undefined,
  ],
] as const)('%s closes its own socket and no other', async (_, send, code) => {
  const { token } = await world.makeFleet();
  const good = await join(token, 2);
  await good.hello();
  const bad = await connect(token);
  const closed = closing(bad);
  send(bad);
  const ended = await closed;
  if (code === undefined) expect([1007, 1008]).toContain(ended);
  else expect(ended).toBe(code);
  expect((await good.say()).errorResponse).toBeUndefined();
});

test('compressed messages are heard, and limited by what they unpack to', async () => {
  const { token } = await world.makeFleet();
  const agent = await join(token, 1);
  expect(agent.socket.extensions).toContain('permessage-deflate');
  const long = { 'service.name': 'a'.repeat(400_000) };
  await agent.hello({ agentDescription: describeAgent('host-1', long) });
  expect(await world.agents()).toHaveLength(1);
  const closed = closing(agent.socket);
  agent.socket.send(Buffer.alloc(64 * 1_048_576), { compress: true });
  expect(await closed).toBe(1009);
});

test('the client of another maker enrolls, applies what it is offered, and goes on', async () => {
  const configurationId = await world.makeConfiguration();
  const { token } = await world.makeFleet({ configurationId });
  const offers: string[] = [];
  const client = createOpAMPClient({
    endpoint: `http://${host}/v1/opamp`,
    headers: { authorization: `Bearer ${token}` },
    heartbeatIntervalSeconds: 0.2,
    capabilities: CAN.accept | CAN.remote,
    onMessage: ({ remoteConfig }) => {
      if (!remoteConfig) return;
      offers.push(Buffer.from(remoteConfig.config?.configMap['']?.body ?? []).toString());
      client.setRemoteConfigStatus({
        status: RemoteConfigStatuses.RemoteConfigStatuses_APPLIED,
        lastRemoteConfigHash: remoteConfig.configHash,
      } as never);
    },
  });
  client.setAgentDescription({
    identifyingAttributes: { 'service.name': 'web' },
    nonIdentifyingAttributes: { 'host.name': 'node-1' },
  });
  client.start();
  try {
    await eventually(async () => expect((await world.agents())[0]?.status).toBe('HEALTHY'));
    expect(offers).toEqual([COLLECTOR]);
    expect((await world.agents())[0]).toMatchObject({ name: 'web', host: 'node-1' });
  } finally {
    await client.shutdown();
  }
});
