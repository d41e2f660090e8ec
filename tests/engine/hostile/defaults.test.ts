// Slow: an engine takes hundreds of megabytes over sockets.

import { createSocket } from 'node:dgram';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../harness/eventually.ts';
import { expectHeld } from './expect-held.ts';
import { DEFAULT_BUDGET, HostileBench, MIB, readUntil, write } from './hostile-bench.ts';

const BODY = 8 * MIB;
let bench: HostileBench;
beforeAll(async () => {
  bench = new HostileBench(DEFAULT_BUDGET);
  await bench.start({}, 'udp');
}, 120_000);
afterAll(() => bench.end(), 60_000);

describe('the memory for input as it is where nothing is set [R13]', () => {
  it('bodies that never end, of twice what one source may hold', async () => {
    await expectHeld(bench, 'default budget', async () => {
      const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${BODY}\r\n\r\n`;
      const most = Buffer.alloc(BODY - 1, 'x');
      const answers: Promise<string>[] = [];
      for (let sent = 0; sent < DEFAULT_BUDGET; sent += BODY) {
        const socket = await bench.open('http');
        answers.push(readUntil(socket, '\r\n\r\n'));
        void write(socket, head).then(() => write(socket, most));
      }
      expect(await Promise.race(answers)).toMatch(/^HTTP\/1.1 429/);
    });
  }, 60_000);

  it('udp: 60 MB of datagrams while the destination is down', async () => {
    await expectHeld(bench, 'udp full', async () => {
      const socket = createSocket('udp4');
      const bytes = Buffer.alloc(1200, 'x');
      for (let i = 0; i < 50_000; i++)
        await new Promise((resolve) => socket.send(bytes, bench.ports.udp, '127.0.0.1', resolve));
      socket.close();
    });
    await eventually(
      () => expect([...bench.errorNames].join()).toMatch(/DatagramsDropped|DatagramsOverrun/),
      20_000,
    );
  }, 60_000);
});
