import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { freePort, until } from '../testing/contexts.ts';
import { closeServer, listen } from './listen.ts';
import { readInto } from './reused-reads.ts';

const memory = Buffer.alloc(1024);
const server = createServer({ pauseOnConnect: true });
let sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await closeServer(server);
  server.removeAllListeners('connection');
});

async function connected(take: (bytes: Buffer) => void): Promise<{ sender: Socket; reader: Socket }> {
  const port = await freePort();
  const reader = new Promise<Socket>((resolve) => {
    server.on('connection', (accepted) => resolve(readInto(accepted, memory, take)));
  });
  await listen(server, port, '127.0.0.1');
  const sender = connect(port, '127.0.0.1');
  sockets.push(sender, await reader);
  return { sender, reader: await reader };
}

it('reads into the same memory again and again, and tells the end', async () => {
  const seen: string[] = [];
  const memories = new Set<ArrayBufferLike>();
  const { sender, reader } = await connected((bytes) => {
    seen.push(bytes.toString());
    memories.add(bytes.buffer);
  });
  const ended = once(reader, 'end');
  for (let i = 0; i < 200; i++) sender.write(`${'x'.repeat(99)}\n`);
  sender.end();
  await ended;
  expect(seen.join('').length).toBe(20_000);
  expect([...memories]).toEqual([memory.buffer]);
});

it('reads nothing while paused, and everything after', async () => {
  let bytesSeen = 0;
  const { sender, reader } = await connected((bytes) => {
    bytesSeen += bytes.length;
    reader.pause();
  });
  sender.write(Buffer.alloc(10_000));
  await until(() => expect(bytesSeen).toBeGreaterThan(0));
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(bytesSeen).toBeLessThanOrEqual(memory.length);
  const drain = setInterval(() => reader.resume(), 1);
  await until(() => expect(bytesSeen).toBe(10_000));
  clearInterval(drain);
});

it('is counted by its server until it is closed', async () => {
  const { sender, reader } = await connected(() => {});
  let open = -1;
  const expectOpen = (wanted: number) =>
    until(() => {
      server.getConnections((_error, count) => {
        open = count;
      });
      expect(open).toBe(wanted);
    });
  await expectOpen(1);
  reader.destroy();
  await once(sender, 'close');
  await expectOpen(0);
});
