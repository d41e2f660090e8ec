// Slow: an engine in a process of its own reads what is made to harm it, one after the other.

import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../harness/eventually.ts';
import { expectHeld } from './expect-held.ts';
import { HostileBench, MIB } from './hostile-bench.ts';

let bench: HostileBench;
let folder = '';
const servers: (Server | TcpServer)[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-read-'));
  bench = new HostileBench();
  await bench.start();
}, 120_000);
afterEach(() => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  }
});
afterAll(async () => {
  await bench.end();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Reads for a while, or until `isOver`, and meanwhile holds. */
async function heldWhileReading(
  templateId: string,
  config: Record<string, unknown>,
  isOver: () => boolean,
): Promise<void> {
  let stop = async () => {};
  const read = async () => {
    stop = await bench.run(templateId, config);
    await eventually(() => expect(isOver()).toBe(true), 30_000);
    await delay(500);
  };
  await expectHeld(bench, templateId, read, true);
  await stop();
}

describe('files that are made to harm the engine that reads them [R13]', () => {
  it('a line of 400 MB without an end', async () => {
    const path = join(folder, 'endless.log');
    writeFileSync(path, '');
    truncateSync(path, 400 * MIB);
    let looks = 0;
    await heldWhileReading('file_tail', { path }, () => looks++ > 20);
  });

  it.each(['lines', 'container', 'journal'])('500 %s of 900 kB without an end', async (format) => {
    const within = join(folder, format);
    mkdirSync(within);
    const begin =
      format === 'container' ? '2026-01-01T00:00:00Z stdout P ' : format === 'journal' ? 'MESSAGE=' : '';
    for (let n = 0; n < 500; n++) {
      const path = join(within, `${n}.log`);
      writeFileSync(path, begin);
      truncateSync(path, 900_000);
    }
    let looks = 0;
    await heldWhileReading('file_tail', { path: join(within, '*.log'), format }, () => looks++ > 20);
  });
});

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const entry = (key: string, size: number | string) =>
  `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>&quot;e&quot;</ETag><Size>${size}</Size></Contents>`;
const pageOf = (entries: string, next = '') =>
  `<R><IsTruncated>${next !== ''}</IsTruncated><NextContinuationToken>${next}</NextContinuationToken>${entries}</R>`;

const BOMB = gzipSync(Buffer.alloc(300 * MIB), { level: 1 });
const many = Array.from({ length: 1000 }, (_, n) => entry(`k${n}`, 0)).join('');

/** What the bucket answers to a listing; objects are the bomb. */
const LISTINGS: [string, (n: number) => string][] = [
  ['entries that are never closed', () => pageOf('<Contents>'.repeat(700_000))],
  ['keys that are never closed', () => pageOf(`<Contents>${'<Key>'.repeat(1_000_000)}</Contents>`)],
  ['a character that is none', () => pageOf(entry('&#x7fffffff;', 3))],
  ['sizes that are none', () => pageOf(entry('a', 'x') + entry('b', -5) + entry('c', 1e300))],
  ['pages without an end', (n) => pageOf(many.replaceAll('<Key>k', `<Key>${n}-`), String(n))],
  ['an object of 300 MiB packed with gzip', () => pageOf(entry('bomb.gz', BOMB.length))],
];

describe('a bucket that is made to harm the engine that reads it [R13]', () => {
  const settings = { bucket: 'logs', accessKeyId: 'a', secretAccessKey: 's', pollSeconds: 1 };

  it.each(LISTINGS)('%s', async (_name, make) => {
    let asked = 0;
    const url = await listen((request, response) => {
      const { range } = request.headers;
      const [, from = 0, to = 0] = /bytes=(-?\d+)-(-?\d+)/.exec(range ?? '') ?? [];
      if (request.url?.includes('list-type')) response.end(make(asked++));
      else response.writeHead(206).end(BOMB.subarray(Number(from), Number(to) + 1));
    });
    let looks = 0;
    await heldWhileReading('s3', { ...settings, url }, () => asked > 0 && looks++ > 15);
  });

  it('an answer without an end', async () => {
    let most = 0;
    const url = await listen(({ socket }, response) => {
      let sent = 0;
      const more = () => {
        // What is written once the engine has gone away is sent to nobody.
        while (sent < 1000 && !socket.destroyed) {
          sent++;
          if (!response.write(Buffer.alloc(MIB))) break;
        }
        most = Math.max(most, sent);
      };
      response.on('drain', more);
      more();
    });
    let looks = 0;
    await heldWhileReading('s3', { ...settings, url }, () => most > 8 && looks++ > 20);
    expect(most).toBeLessThan(1000);
  });
});

describe('a Kafka broker that is made to harm the engine that reads it [R13]', () => {
  it.each<[string, (id: Buffer) => Buffer]>([
    [
      'answers without an end',
      (id) => Buffer.concat([Buffer.from([0x3f, 0, 0, 0]), id, Buffer.alloc(64 * MIB)]),
    ],
    [
      'answers that are cut short',
      (id) => Buffer.concat([Buffer.from([0, 0xff, 0xff, 0xff]), id, Buffer.alloc(15 * MIB)]),
    ],
    ['negative lengths', (id) => Buffer.concat([Buffer.from([0xff, 0xff, 0, 0]), id])],
    ['noise', (id) => Buffer.concat([Buffer.from([0, 0x0f, 0, 0]), id, Buffer.alloc(0x0f_0000, 0x81)])],
  ])('%s', async (_name, make) => {
    let asked = 0;
    const broker = createTcp((socket) => {
      socket.on('error', () => {});
      socket.on('data', (request) => {
        asked++;
        if (request.length >= 12) socket.write(make(Buffer.from(request.subarray(8, 12))));
      });
    });
    servers.push(broker);
    broker.listen(0, '127.0.0.1');
    await once(broker, 'listening');
    const brokers = [`127.0.0.1:${(broker.address() as AddressInfo).port}`];
    let looks = 0;
    await heldWhileReading('kafka', { brokers, topics: ['t'], group: 'g' }, () => asked > 0 && looks++ > 20);
  });
});
