import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { freePort, SourceProbe, until } from '../../testing/contexts.ts';
import { closeServer, listen } from '../listen.ts';
import { Connections } from './connections.ts';
import { HttpListener } from './http-listener.ts';

const sockets: Socket[] = [];
const ends: (() => Promise<void>)[] = [];
let probe = new SourceProbe();
let port = 0;
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const end of ends.splice(0)) await end();
  expect(probe.incomplete).toEqual([]);
});

async function start(limit: number): Promise<{ server: Server; connections: Connections }> {
  probe = new SourceProbe();
  port = await freePort();
  const server = createServer();
  const connections = new Connections(server, limit, probe.context);
  await listen(server, port, '127.0.0.1');
  ends.push(() => {
    connections.closeAll();
    return closeServer(server);
  });
  return { server, connections };
}

async function open(localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
  sockets.push(socket);
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'connect');
  return socket;
}

const isClosed = async (socket: Socket) =>
  until(() => expect(socket.readableEnded || socket.destroyed).toBe(true));

it('all places taken: the oldest that sent nothing gives way', async () => {
  const { server } = await start(2);
  const accepted = once(server, 'connection');
  const first = await open();
  await accepted;
  const second = await open('127.0.0.2');
  const third = await open('127.0.0.3');
  await isClosed(first);
  expect(second.readableEnded || third.readableEnded).toBe(false);
  expect(probe.errorNames).toEqual(['TooManyConnections']);
});

it('a connection of use stays, and one that waits for its answer', async () => {
  const { server, connections } = await start(2);
  const accept = async (address: string) => {
    const accepted = once(server, 'connection');
    const socket = await open(address);
    const [peer] = (await accepted) as [Socket];
    return { socket, connection: connections.of(peer)! };
  };
  const proven = await accept('127.0.0.1');
  proven.connection.isProven = true;
  const waiting = await accept('127.0.0.2');
  waiting.connection.requests++;
  const late = await open('127.0.0.3');
  await isClosed(late);
  expect(proven.socket.readableEnded || waiting.socket.readableEnded).toBe(false);
});

it('one address: half of the places, others find theirs', async () => {
  const { server } = await start(20);
  let count = 0;
  server.on('connection', () => count++);
  const many = await Promise.all(Array.from({ length: 20 }, () => open('127.0.0.1')));
  const others = await Promise.all(Array.from({ length: 10 }, (_, n) => open(`127.0.0.${n + 2}`)));
  await until(() => expect(count).toBe(30));
  await until(() => expect(many.filter(({ readableEnded }) => readableEnded)).toHaveLength(10));
  expect(others.filter(({ readableEnded }) => readableEnded)).toEqual([]);
});

const PATIENCE = { headersMs: 150, requestMs: 200, checkMs: 50, refusedMs: 100 };

async function listenHttp(maxConnections: number): Promise<void> {
  probe = new SourceProbe();
  port = await freePort();
  const config = {
    address: '127.0.0.1',
    port,
    maxConnections,
    tls: false,
    tlsMinVersion: 'TLSv1.2' as const,
  };
  const answer = async (_: unknown, response: { writeHead(status: number): { end(): void } }) =>
    void response.writeHead(200).end();
  const listener = new HttpListener(config, probe.context, answer, PATIENCE);
  await listener.listen(config);
  ends.push(() => listener.stop());
}

it.each([
  ['says nothing', '', /^HTTP\/1.1 408/],
  ['does not end its headers', 'POST / HTTP/1.1\r\nHost: a\r\n', /^HTTP\/1.1 408/],
  ['is no HTTP', 'nonsense\r\n\r\n', /^HTTP\/1.1 400/],
])('HTTP: a half-open sender that %s is destroyed', async (_name, text, answer) => {
  await listenHttp(1);
  // It never closes its side.
  const socket = await open();
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes.toString();
  });
  socket.write(text);
  await isClosed(socket);
  expect(heard).toMatch(answer);
  const reset = new Promise((resolve) => socket.once('close', resolve));
  const writing = setInterval(() => socket.write('x'), 10);
  await reset;
  clearInterval(writing);
});

it('HTTP: 503 with Retry-After and a close, when every place is of use', async () => {
  await listenHttp(1);
  const socket = await open();
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n');
  await once(socket, 'data');
  const late = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
  sockets.push(late);
  late.on('error', () => {});
  let heard = '';
  late.on('data', (bytes) => {
    heard += bytes.toString();
  });
  await once(late, 'close');
  expect(heard).toMatch(/^HTTP\/1.1 503 Service Unavailable\r\nRetry-After: 1\r\n/);
});
