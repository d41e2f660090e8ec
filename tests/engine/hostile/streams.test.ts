// Slow: an engine in a process of its own takes a dozen attacks one after the other.

import { createSocket } from 'node:dgram';
import { type ClientHttp2Session, type ClientHttp2Stream, constants } from 'node:http2';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../harness/eventually.ts';
import { expectHeld } from './expect-held.ts';
import { HostileBench, MIB, write } from './hostile-bench.ts';

let bench: HostileBench;
beforeAll(async () => {
  bench = new HostileBench();
  await bench.start({ syslog: { maxMessageBytes: MIB }, relp: { maxMessageBytes: MIB } });
}, 120_000);
afterAll(() => bench.end(), 60_000);

const held = (name: string, run: () => Promise<unknown>) => expectHeld(bench, name, run);

/** A session of RELP begins with it. */
const OPEN = '1 open 30 relp_version=0\ncommands=syslog\n';

const LINES = [
  ['tcp', 'lines', ''],
  ['syslog', 'lines', '<13>'],
  ['syslog', 'counted messages', '900000 <13>'],
  ['relp', 'messages', `${OPEN}2 syslog 900000 <13>`],
] as const;

const OF_USE = [
  ['tcp', '<13>of use\n'],
  ['syslog', '<13>of use\n'],
  ['relp', `${OPEN}2 syslog 10 <13>of use\n`],
] as const;

describe('lines without an end are held to the memory for input [R13]', () => {
  it.each(LINES)('%s: a hundred and fifty %s of 700 kB', async (to, _what, head) => {
    await held(`${to} unfinished`, async () => {
      const sockets = await Promise.all(Array.from({ length: 150 }, () => bench.open(to)));
      const line = head + 'x'.repeat(700_000);
      await Promise.all(sockets.map((socket) => write(socket, line)));
      await eventually(() => expect(sockets.some(({ destroyed }) => destroyed)).toBe(true));
    });
    await eventually(() => expect(bench.errorNames).toContain('InputMemoryFull'));
  });

  it.each(LINES)('%s: %s in single bytes', async (to, _what, head) => {
    await held(`${to} single bytes`, async () => {
      const socket = await bench.open(to);
      socket.setNoDelay(true);
      await write(socket, head);
      for (let i = 0; i < 5000; i++) await write(socket, 'x');
    });
  });

  it.each(OF_USE)('%s: half-closed and idle connections keep nobody out', async (to, ofUse) => {
    await held(`${to} idle`, async () => {
      const sockets = await Promise.all(Array.from({ length: 1500 }, () => bench.open(to)));
      for (const socket of sockets.slice(0, 500)) socket.end('a');
      const last = await bench.open(to);
      last.resume();
      await write(last, ofUse);
      await delay(100);
      expect(last.destroyed || last.readableEnded).toBe(false);
    });
  });

  it('relp: a million messages whose answers nobody reads', async () => {
    await held('relp deaf', async () => {
      const messages = `${OPEN}${'2 syslog 5 <13>a\n'.repeat(50_000)}`;
      for (let i = 0; i < 20; i++) {
        const deaf = await bench.open('relp');
        deaf.pause();
        void write(deaf, messages);
      }
      await delay(1500);
    });
  });

  it('relp: commands it does not know, and openings, whose answers nobody reads', async () => {
    await held('relp unknown', async () => {
      const commands = [`${OPEN}${'2 x 0\n'.repeat(100_000)}`, OPEN.repeat(20_000)];
      for (let i = 0; i < 200; i++) {
        const deaf = await bench.open('relp');
        deaf.pause();
        void write(deaf, commands[i % 2] ?? '');
      }
      await delay(1500);
    });
  });

  it('udp: a burst of datagrams', async () => {
    await held('udp', async () => {
      const socket = createSocket('udp4');
      const bytes = Buffer.from('x');
      for (let i = 0; i < 5000; i++)
        await new Promise((resolve) => socket.send(bytes, bench.ports.udp, '127.0.0.1', resolve));
      socket.close();
    });
  });
});

const EXPORT = {
  ':method': 'POST',
  ':path': '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
  'content-type': 'application/grpc',
  te: 'trailers',
} as const;

/** The first bytes of a message that is said to have `length`. */
function prefix(length: number, isCompressed = false): Buffer {
  const bytes = Buffer.alloc(5);
  bytes[0] = isCompressed ? 1 : 0;
  bytes.writeUInt32BE(length, 1);
  return bytes;
}

type Status = { status: string; message: string; details: boolean };

function call(session: ClientHttp2Session, headers: Record<string, string> = {}) {
  const stream = session.request({ ...EXPORT, ...headers });
  stream.on('error', () => {});
  stream.resume();
  const { promise, resolve } = Promise.withResolvers<Status>();
  const take = (answer: Record<string, unknown>) => {
    if (answer['grpc-status'] === undefined) return;
    const details = answer['grpc-status-details-bin'] !== undefined;
    resolve({ status: String(answer['grpc-status']), message: String(answer['grpc-message']), details });
  };
  stream.on('response', take);
  stream.on('trailers', take);
  stream.on('close', () => resolve({ status: 'closed', message: String(stream.rstCode), details: false }));
  return { stream, status: promise };
}

const send = (stream: ClientHttp2Stream, bytes: Buffer): Promise<void> =>
  new Promise((resolve) => {
    stream.once('close', () => resolve());
    stream.write(bytes, () => resolve());
  });

describe('gRPC is held to the memory for input [R13]', () => {
  it('forty unfinished messages of 8 MiB', async () => {
    await held('gRPC unfinished', async () => {
      const sessions = Array.from({ length: 4 }, () => bench.openHttp2());
      const calls = sessions.flatMap((session) => Array.from({ length: 10 }, () => call(session)));
      const bytes = Buffer.concat([prefix(15 * MIB), Buffer.alloc(8 * MIB)]);
      void Promise.all(calls.map(({ stream }) => send(stream, bytes)));
      const refused = await Promise.race(calls.map(({ status }) => status));
      expect(refused).toMatchObject({ status: '8', details: true });
    });
  });

  it('a packed message of 200 MiB', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MIB), { level: 1 });
    await held('gRPC bomb', async () => {
      const { stream, status } = call(bench.openHttp2(), { 'grpc-encoding': 'gzip' });
      stream.end(Buffer.concat([prefix(bomb.length, true), bomb]));
      expect(await status).toMatchObject({ status: '8', details: false });
    });
  });

  it('a message that says it has 4 GB', async () => {
    await held('gRPC length', async () => {
      const { stream, status } = call(bench.openHttp2());
      stream.write(prefix(2 ** 32 - 1));
      expect(await status).toMatchObject({ status: '8', details: false });
    });
  });

  it('headers without an end, and ten thousand streams that are reset at once', async () => {
    await held('gRPC resets', async () => {
      const flood = bench.openHttp2();
      const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`x-${n}`, 'b'.repeat(100)]));
      expect((await call(flood, many).status).status).toBe('closed');
      const session = bench.openHttp2();
      const closed = new Promise((resolve) => session.once('close', resolve));
      for (let i = 0; i < 10_000 && !session.destroyed; i++) {
        call(session).stream.close(constants.NGHTTP2_CANCEL);
        if (i % 50 === 0) await delay(0);
      }
      await closed;
    });
  });

  it('fifteen hundred connections that say nothing', async () => {
    await held('gRPC idle', async () => {
      await Promise.all(Array.from({ length: 1500 }, () => bench.open('grpc')));
      const { stream, status } = call(bench.openHttp2());
      stream.end(prefix(0));
      expect(await status).toMatchObject({ status: '0' });
    });
  });
});
