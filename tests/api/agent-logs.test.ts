import { afterEach, beforeEach, expect, test } from 'vitest';
import { CAN, MANAGED, type ServerMessage, STATE } from '../harness/opamp.ts';
import { type FleetService, startFleetService } from './support/fleets.ts';
import { ERROR, encodeLogs, INFO, type LoggedLine, WARN } from './support/otlp-logs.ts';

const LOGS = { capabilities: MANAGED | CAN.ownLogs };
const ENDPOINT = 'http://127.0.0.1:4600/v1/opamp/logs';
const EXPORTER = { 'otelcol.component.id': 'otlphttp', 'otelcol.component.kind': 'exporter' };

let world: FleetService;
let now = 0;
beforeEach(async () => {
  now = 1_795_000_020_000;
  world = await startFleetService({ clock: () => now });
});
afterEach(() => world.stop());

const readHeader = ({ connectionSettings }: ServerMessage): string =>
  connectionSettings?.ownLogs?.headers?.headers[0]?.value ?? '';

async function join(number = 1) {
  const { token, fleetId, tokenId } = await world.makeFleet({ name: `Edge ${number}` });
  const agent = world.join(token, number);
  const offered = await agent.hello(LOGS);
  return { agent, offered, header: readHeader(offered), fleetId, tokenId };
}

async function send(authorization: string, body: Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) {
  const headers = { 'content-type': 'application/x-protobuf', authorization, ...more };
  return (await world.api.service.app.request(ENDPOINT, { method: 'POST', headers, body })).status;
}

type Event = { at: string; kind: string; text: string };
const readLogged = async (host = 'host-1'): Promise<Event[]> =>
  (await world.agent(host)).events.filter(({ kind }: Event) => kind.startsWith('LOGGED'));
const error = (body: string, attributes?: Record<string, string>): LoggedLine => ({
  severity: ERROR,
  body,
  ...(attributes ? { attributes } : {}),
});

test('own logs: an agent that can is told where to send them [R2.1-45]', async () => {
  const { token } = await world.makeFleet();
  const agent = world.join(token, 1);
  const { connectionSettings } = await agent.hello(LOGS);
  expect(connectionSettings?.ownLogs?.destinationEndpoint).toBe(ENDPOINT);
  expect(connectionSettings?.ownMetrics).toBeUndefined();
  expect((await agent.say(LOGS)).connectionSettings).toBeUndefined();
  expect((await world.join(token, 2).hello()).connectionSettings).toBeUndefined();
});

test('own logs: warnings and errors stand in the history with their component [R2.1-44]', async () => {
  const { header } = await join();
  now += 1000;
  const lines = [
    { severity: INFO, body: 'Everything is ready. Begin running and processing data.' },
    { severity: WARN, body: '"otlphttp" alias is deprecated' },
    error('Exporting failed. Dropping data.', {
      error: 'Post "http://me:secret@a.example/v1/logs": refused',
    }),
  ];
  expect(await send(header, encodeLogs(lines, EXPORTER))).toBe(200);
  now += 1000;
  const failure = {
    ...{ type: 'Receiver', id: 'otlp' },
    error: 'listen tcp 127.0.0.1:4317: bind: address already in use',
  };
  expect(await send(header, encodeLogs([error('Failed to start component', failure)]))).toBe(200);
  expect((await world.agent('host-1')).events.slice(0, 4)).toEqual([
    {
      at: new Date(now).toISOString(),
      kind: 'LOGGED_ERROR',
      text: 'receiver:otlp: Failed to start component: listen tcp 127.0.0.1:4317: bind: address already in use',
    },
    {
      at: new Date(now - 1000).toISOString(),
      kind: 'LOGGED_ERROR',
      text: 'exporter:otlphttp: Exporting failed. Dropping data: Post "http://(masked)@a.example/v1/logs": refused',
    },
    {
      at: new Date(now - 1000).toISOString(),
      kind: 'LOGGED_WARNING',
      text: 'exporter:otlphttp: "otlphttp" alias is deprecated',
    },
    expect.objectContaining({ kind: 'ENROLLED' }),
  ]);
});

test('own logs: the same line again is counted, and the oldest of thirty-one goes', async () => {
  const { header } = await join();
  const { logs } = world.api.service.services.fleets;
  await send(header, encodeLogs([error('first'), error('again'), error('again')]));
  await logs.flush();
  now += 60_000;
  await send(header, encodeLogs([error('again')]));
  expect((await readLogged()).map(({ text }) => text)).toEqual(['again (3 times)', 'first']);
  await logs.flush();
  expect((await readLogged()).map(({ text }) => text)).toEqual(['again (3 times)', 'first']);
  await send(header, encodeLogs(Array.from({ length: 29 }, (_, n) => error(`line ${n}`))));
  await logs.flush();
  const texts = (await readLogged()).map(({ text }) => text);
  expect(texts).toHaveLength(30);
  expect([texts[0], texts.at(-1)]).toEqual(['line 28', 'again (3 times)']);
  // History keeps what happened to the agent, however much it logs.
  expect((await world.agent('host-1')).events.at(-1)).toMatchObject({ kind: 'ENROLLED' });
});

test('own logs: a configuration that failed says what was logged since it was offered', async () => {
  const { agent, header, fleetId } = await join();
  await send(header, encodeLogs([error('of before')]));
  now += 1000;
  const configurationId = await world.makeConfiguration();
  const { id: rolloutId } = (await world.roll(fleetId, { configurationId })).body;
  await world.turn();
  const offer = await agent.say(LOGS);
  const exited = 'Agent exited unexpectedly with exit code 1';
  now += 1000;
  await send(header, encodeLogs([error('address already in use')]));
  await agent.report(offer, STATE.FAILED, exited, LOGS);
  await world.turn();
  const problem = `${exited}; it logged: address already in use`;
  expect((await world.rollout(rolloutId)).reason).toContain(problem);
  const found = await world.agent('host-1');
  expect(found.configProblem).toBe(problem);
  expect(found.events.find(({ kind }: Event) => kind === 'FAILED')?.text).toContain(problem);
});

test('own logs: while an agent is to apply a configuration it is answered at once', async () => {
  const { agent, header, fleetId } = await join();
  const configurationId = await world.makeConfiguration();
  await world.roll(fleetId, { configurationId });
  await world.turn();
  const offer = await agent.say(LOGS);
  await agent.report(offer, STATE.APPLYING, '', LOGS);
  const sent = Array.from({ length: 12 }, (_, n) => send(header, encodeLogs([error(`line ${n}`)])));
  expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
  expect(await readLogged()).toHaveLength(12);
});

test('own logs: while an agent restarts it is answered at once', async () => {
  const { agent, header } = await join();
  const can = { capabilities: LOGS.capabilities | CAN.restart };
  await agent.say(can);
  const { id: agentId } = await world.agent('host-1');
  expect((await world.api.call('restartAgent', { path: { agentId } })).status).toBe(200);
  expect((await agent.say(can)).command).toMatchObject({ type: 0 });
  const sent = Array.from({ length: 12 }, (_, n) => send(header, encodeLogs([error(`line ${n}`)])));
  expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
});

test('own logs: nobody sends for another agent, or with a revoked token', async () => {
  const { header, tokenId, agent } = await join();
  const body = encodeLogs([error('mine')]);
  for (const wrong of ['', 'Bearer x', `${header}0`, header.replace(/_\d+_/, '_1_')])
    expect(await send(wrong, body), wrong).toBe(401);
  await world.api.call('revokeFleetToken', { path: { tokenId } });
  expect(await send(header, body)).toBe(401);
  expect(await readLogged()).toEqual([]);
  await agent.say().catch(() => {});
});

test('own logs: what is no report is refused, and a text is bounded', async () => {
  const { header } = await join();
  expect(await send(header, new Uint8Array(40).fill(255))).toBe(400);
  expect(await send(header, encodeLogs([]), { 'content-type': 'application/json' })).toBe(415);
  expect(await send(header, new Uint8Array(1_100_000))).toBe(413);
  expect(await send(header, encodeLogs([error(`a\u0000\u202eb${'x'.repeat(9000)}`)]))).toBe(200);
  const [line] = await readLogged();
  expect(line?.text).toHaveLength(500);
  expect(line?.text).toMatch(/^a {2}bx+$/);
});

test('own logs: who logs all the time is answered later, one request at a time', async () => {
  const { header } = await join();
  for (let n = 0; n < 5; n += 1) expect(await send(header, encodeLogs([error(`line ${n}`)]))).toBe(200);
  let isAnswered = false;
  void send(header, encodeLogs([error('line 5')])).then(() => {
    isAnswered = true;
  });
  await expect.poll(async () => (await readLogged())[0]?.text).toBe('line 5');
  expect(isAnswered).toBe(false);
  expect(await send(header, encodeLogs([error('line 6')]))).toBe(429);
  const other = await join(2);
  expect(await send(other.header, encodeLogs([error('fine')]))).toBe(200);
  expect((await readLogged('host-2')).map(({ text }) => text)).toEqual(['fine']);
});
