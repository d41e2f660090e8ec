// Slow: an engine in a process of its own takes some twenty attacks one after the other.

import { setTimeout as delay } from 'node:timers/promises';
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../harness/eventually.ts';
import { expectHeld, SLOWEST_MS } from './expect-held.ts';
import { type Answer, HostileBench, MIB, readUntil, write } from './hostile-bench.ts';

let bench: HostileBench;
beforeAll(async () => {
  bench = new HostileBench();
  await bench.start();
}, 120_000);
afterAll(() => bench.end(), 60_000);

/** A protobuf field with a length. */
function field(number: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const head = [(number << 3) | 2];
  for (let left = content.length; ; left >>>= 7) {
    head.push(left > 127 ? (left & 127) | 128 : left);
    if (left <= 127) break;
  }
  return Buffer.concat([Buffer.from(head), content]);
}
const many = (count: number, bytes: Buffer) => Buffer.alloc(count * bytes.length, bytes);
const attribute = (name: string, value: string) =>
  field(1, field(1, Buffer.from(name)), field(2, field(1, Buffer.from(value))));
const resource = (bytes: number) => field(1, attribute('a', 'x'.repeat(bytes)));
const EMPTY_RECORD = field(2);
const EMPTY_SCOPE = field(2);

const GZIP = { 'content-encoding': 'gzip' };
const PROTOBUF = { ...GZIP, 'content-type': 'application/x-protobuf' };
const JSON_TYPE = { ...GZIP, 'content-type': 'application/json' };
const EVENT = '/services/collector/event';
const RAW = '/services/collector/raw';
const SOURCE = `?source=${'s'.repeat(12_000)}`;

const logs = (body: Buffer, headers: Record<string, string> = PROTOBUF) =>
  bench.post('otlp', '/v1/logs', body, headers);

type Attack = [name: string, wanted: number, send: () => Promise<Answer>];

const MADE_LARGE: Attack[] = [
  [
    'OTLP: a resource of 1 MB for 2,500 records without content',
    413,
    () => logs(gzipSync(field(1, resource(1_000_000), field(2, many(2500, EMPTY_RECORD))))),
  ],
  [
    'OTLP: a resource of 1 MB for 200,000 scopes',
    200,
    () => logs(gzipSync(field(1, resource(1_000_000), many(200_000, EMPTY_SCOPE)))),
  ],
  [
    'OTLP: seven million records without content',
    413,
    () => logs(gzipSync(field(1, field(2, many(7_000_000, EMPTY_RECORD))))),
  ],
  [
    'OTLP: a record of four million attributes without content',
    200,
    () => logs(gzipSync(field(1, field(2, field(2, many(4_000_000, Buffer.from([0x32, 0]))))))),
  ],
  [
    'OTLP as JSON: five million empty objects',
    413,
    () => logs(gzipSync(`{"resourceLogs":[${'{},'.repeat(5_000_000)}{}]}`), JSON_TYPE),
  ],
  [
    'HEC: a long source in the address for 150,000 events',
    413,
    () => bench.post('hec', EVENT + SOURCE, gzipSync('{"event":1}'.repeat(150_000)), GZIP),
  ],
  [
    'HEC: a long source in the address for a million lines',
    413,
    () => bench.post('hec', RAW + SOURCE, gzipSync('a\n'.repeat(1_000_000)), GZIP),
  ],
  [
    'HTTP: five million empty objects, one a line',
    413,
    () => bench.post('http', '/', gzipSync('{}\n'.repeat(5_000_000)), GZIP),
  ],
  [
    'HTTP: five million empty objects in a list',
    413,
    () => bench.post('http', '/', gzipSync(`[${'{},'.repeat(5_000_000)}{}]`), GZIP),
  ],
  ['HTTP: eight million lines', 413, () => bench.post('http', '/', gzipSync('a\n'.repeat(8_000_000)), GZIP)],
  [
    'HTTP: a broken line after five million lines',
    400,
    () => bench.post('http', '/', gzipSync(`${'\n'.repeat(5_000_000)}{"a":`), JSON_TYPE),
  ],
  [
    'HTTP: five million brackets',
    400,
    () => bench.post('http', '/', gzipSync('['.repeat(5_000_000)), JSON_TYPE),
  ],
];

const ZEROS = Buffer.alloc(200 * MIB);
const PACKED: [string, (bytes: Buffer) => Buffer, number][] = [
  ['gzip', (bytes) => gzipSync(bytes, { level: 1 }), 413],
  ['deflate', (bytes) => deflateSync(bytes, { level: 1 }), 413],
  ['zstd', (bytes) => zstdCompressSync(bytes), 413],
];
const PATHS = [
  ['http', '/'],
  ['hec', EVENT],
  ['otlp', '/v1/logs'],
] as const;

const BOMBS: Attack[] = PACKED.flatMap(([encoding, pack, wanted]) => {
  let bomb: Buffer | null = null;
  return PATHS.map(([to, path]): Attack => {
    const send = () => {
      bomb ??= pack(ZEROS);
      return bench.post(to, path, bomb, { ...JSON_TYPE, 'content-encoding': encoding });
    };
    return [`${to}: 200 MiB packed with ${encoding}`, wanted, send];
  });
});

const held = (name: string, run: () => Promise<unknown>) => expectHeld(bench, name, run);

describe('one request is held to the memory for input [R13]', () => {
  it.each([...MADE_LARGE, ...BOMBS])('%s', async (name, wanted, send) => {
    await held(name, async () => {
      const { status, text } = await send();
      expect([status, text.slice(0, 300)]).toEqual([wanted, expect.any(String)]);
    });
  });
});

/** Begins a request of `bytes`, sends most of it, and nothing more. */
async function begin(to: 'http' | 'hec' | 'otlp', path: string, bytes: number) {
  const socket = await bench.open(to);
  const answer = readUntil(socket, '\r\n\r\n');
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;
  await write(socket, head);
  await write(socket, Buffer.alloc(bytes - 1, 'x'));
  return { socket, answer };
}

describe('many requests together are held to the memory for input [R13]', () => {
  it.each(PATHS)('%s: thirty bodies of 4 MiB that never end', async (to, path) => {
    await held(`${to} unfinished`, async () => {
      const all = await Promise.all(Array.from({ length: 30 }, () => begin(to, path, 4 * MIB)));
      const refused = await Promise.race(all.map(({ answer }) => answer));
      expect(refused).toMatch(to === 'hec' ? /^HTTP\/1.1 503/ : /^HTTP\/1.1 429/);
      expect(refused.toLowerCase()).toContain('retry-after: 1');
    });
    const fine = to === 'otlp' ? '{}' : '{"event":"fine"}';
    await eventually(async () => {
      expect((await bench.post(to, path, fine, { 'content-type': 'application/json' })).status).toBe(200);
    });
  });

  it.each(PATHS)('%s: headers without an end', async (to) => {
    await held(`${to} headers`, async () => {
      const sockets = await Promise.all(Array.from({ length: 50 }, () => bench.open(to)));
      const answers = sockets.map((socket) => readUntil(socket, '\r\n\r\n'));
      const flood = `GET / HTTP/1.1\r\n${'X-A: b\r\n'.repeat(20_000)}`;
      await Promise.all(sockets.map((socket) => write(socket, flood)));
      const statuses = new Set((await Promise.all(answers)).map((text) => text.slice(9, 12)));
      statuses.delete('');
      expect([...statuses]).toEqual(['431']);
    });
  });

  it.each(PATHS)('%s: a body in single bytes, and requests whose answers nobody reads', async (to, path) => {
    await held(`${to} single bytes`, async () => {
      const socket = await bench.open(to);
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
      await write(socket, head);
      await write(socket, '1\r\nx\r\n'.repeat(200_000));
      const deaf = await bench.open(to);
      deaf.pause();
      void write(deaf, `${head}0\r\n\r\n`.repeat(50_000));
      await delay(300);
    });
  });

  it.each(PATHS)('%s: half-closed in the middle of a body', async (to, path) => {
    await held(`${to} half-closed`, async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => begin(to, path, 100_000)));
      const closed = all.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve)));
      for (const { socket } of all) {
        socket.resume();
        socket.end();
      }
      await Promise.all(closed);
    });
  });
});

describe('connections that only hold places keep nobody out', () => {
  it.each(PATHS)('%s: two thousand idle connections', async (to, path) => {
    await held(`${to} idle`, async () => {
      await Promise.all(Array.from({ length: 2000 }, () => bench.open(to)));
      const from = performance.now();
      const answer = await bench.post(to, path, '{}', {
        'content-type': 'application/json',
        connection: 'close',
      });
      expect(answer.status).toBeLessThan(500);
      expect(performance.now() - from).toBeLessThan(SLOWEST_MS);
    });
    await eventually(() => expect(bench.errorNames).toContain('TooManyConnections'));
  });
});
