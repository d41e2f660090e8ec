// Slow: an engine in a process of its own takes connections by the hundred, with TLS.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { templates } from '../../../src/engine/components/catalogue.ts';
import { certificates } from '../../../src/engine/components/testing/http-peer.ts';
import { expectHeld } from './expect-held.ts';
import { HostileBench, type Ports, readUntil, write } from './hostile-bench.ts';

const { server } = certificates;
const TLS = { tls: true, tlsCert: server.cert, tlsKey: server.key };
const { tls: _, ...identity } = TLS;
const LARGE = 1 << 20;

let bench: HostileBench;
beforeAll(async () => {
  bench = new HostileBench();
  await bench.start({
    http: TLS,
    hec: TLS,
    otlp: TLS,
    tcp: TLS,
    syslog: { ...identity, transport: 'tls', maxMessageBytes: LARGE },
    relp: { ...TLS, maxMessageBytes: LARGE },
    fluent: TLS,
    beats: TLS,
  });
}, 120_000);
afterAll(() => bench.end(), 60_000);

const post =
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-protobuf\r\nContent-Length: 900000\r\n\r\n';
const OPEN = '1 open 30 relp_version=0\ncommands=syslog\n';
const length = (bytes: number[], value: number) => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(value);
  return Buffer.concat([Buffer.from(bytes), size]);
};

const isHttp = (to: keyof Ports) => ['http', 'hec', 'otlp'].includes(to);

/** What begins something that has no end. */
const BEGUN: [keyof Ports, string | Buffer][] = [
  ['http', post],
  ['hec', post.replace('/', '/services/collector/raw')],
  ['otlp', post.replace('/', '/v1/logs')],
  ['tcp', ''],
  ['syslog', '900000 <13>'],
  ['relp', `${OPEN}2 syslog 900000 <13>`],
  ['fluent', length([0x92, 0xa1, 0x61, 0xc6], 900_000)],
  ['beats', length([0x32, 0x43], 900_000)],
];

describe('listeners with TLS are held to the memory for input [R13]', () => {
  it.each(BEGUN)('%s: sixty of 700 kB without an end', async (to, head) => {
    const body = Buffer.concat([Buffer.from(head as string), Buffer.alloc(700_000, 'x')]);
    await expectHeld(bench, `${to} over TLS`, async () => {
      const sockets = await Promise.all(Array.from({ length: 60 }, () => bench.openSecure(to)));
      // Requests are answered 429 or 503, other connections closed.
      const refused = Promise.race(sockets.map((socket) => readUntil(socket, '\r\n\r\n')));
      void Promise.all(sockets.map((socket) => write(socket, body)));
      expect(await refused).toMatch(isHttp(to) ? /HTTP\/1.1 (429|503)/ : /^[^H]*$/);
    });
  });

  it('eight times two hundred handshakes that are never made', async () => {
    await expectHeld(bench, 'handshakes', async () => {
      const hello = Buffer.from('16030100ff010000fb0303', 'hex');
      for (const [to] of BEGUN) {
        const sockets = await Promise.all(Array.from({ length: 200 }, () => bench.open(to)));
        await Promise.all(sockets.map((socket) => write(socket, hello)));
      }
      for (const [to] of BEGUN) expect((await bench.openSecure(to)).destroyed).toBe(false);
    });
  });
});

/** By type: with `HostileBench.start`, in `readers.test.ts`, or nobody sends to it. */
const ATTACKED = {
  listeners: ['http_server', 'splunk_hec', 'otlp', 'tcp', 'syslog', 'relp', 'fluent', 'beats', 'udp'],
  readers: ['file_tail', 's3', 'kafka'],
  makesItsOwn: ['generator'],
};

it('every type of source is attacked [R13]', () => {
  const types = templates('SOURCE').map(({ id }) => id);
  expect(Object.values(ATTACKED).flat().sort()).toEqual(types.sort());
});
