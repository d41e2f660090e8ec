// Slow: an engine in a process of its own takes half a dozen attacks one after the other.

import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packMsgpack as pack } from '../../../src/engine/components/testing/msgpack.ts';
import { eventually } from '../../harness/eventually.ts';
import { expectHeld } from './expect-held.ts';
import { HostileBench, MIB, readUntil, write } from './hostile-bench.ts';

let bench: HostileBench;
beforeAll(async () => {
  bench = new HostileBench();
  await bench.start();
}, 120_000);
afterAll(() => bench.end(), 60_000);

const held = (name: string, run: () => Promise<unknown>) => expectHeld(bench, name, run);

/** A text of `bytes` that begins a message and is never complete. */
const begun = (bytes: number) => {
  const head = Buffer.from([0x92, 0xa1, 0x61, 0xc6, 0, 0, 0, 0]);
  head.writeUInt32BE(bytes, 4);
  return head;
};
const many = (count: number, bytes: Buffer) => Buffer.alloc(count * bytes.length, bytes);
const EMPTY_ENTRY = Buffer.from([0x92, 0, 0x80]);
/** A record with one list of so many values of a byte. */
function list(count: number): Buffer {
  const head = Buffer.from([0x92, 0, 0x81, 0xa1, 0x61, 0xdd, 0, 0, 0, 0]);
  head.writeUInt32BE(count, 6);
  return Buffer.concat([head, Buffer.alloc(count, 0xc0)]);
}
const TAG = 't'.repeat(1000);
const gzip = (bytes: Buffer) => gzipSync(bytes, { level: 1 });
const option = { chunk: 'c', compressed: 'gzip' };

/** Sends a message; resolves with what came back until the connection was closed or an answer came. */
async function send(message: Buffer): Promise<string> {
  const socket = await bench.open('fluent');
  const answer = readUntil(socket, 'ack');
  await write(socket, message);
  return answer;
}

describe('Fluent Forward is held to the memory for input [R13]', () => {
  it('a hundred and fifty chunks of 700 kB without an end', async () => {
    await held('fluent unfinished', async () => {
      const sockets = await Promise.all(Array.from({ length: 150 }, () => bench.open('fluent')));
      const bytes = Buffer.concat([begun(900_000), Buffer.alloc(700_000)]);
      await Promise.all(sockets.map((socket) => write(socket, bytes)));
      await eventually(() => expect(sockets.some(({ destroyed }) => destroyed)).toBe(true));
    });
    await eventually(() => expect(bench.errorNames).toContain('InputMemoryFull'));
  });

  it('a chunk in single bytes, and lists in lists without an end', async () => {
    await held('fluent single bytes', async () => {
      const socket = await bench.open('fluent');
      socket.setNoDelay(true);
      await write(socket, begun(900_000));
      for (let i = 0; i < 5000; i++) await write(socket, 'x');
      const nested = await bench.open('fluent');
      await write(nested, Buffer.alloc(8 * MIB, 0x91));
    });
  });

  it.each<[string, () => Buffer, boolean]>([
    ['200 MiB packed with gzip', () => pack(['a', gzip(Buffer.alloc(200 * MIB)), option]), false],
    [
      'four million empty records with a long tag',
      () => pack([TAG, gzip(many(4_000_000, EMPTY_ENTRY)), option]),
      true,
    ],
    ['ten million entries that are none', () => pack(['a', gzip(Buffer.alloc(10_000_000)), option]), true],
    ['a record of eight million values', () => pack(['a', gzip(list(8_000_000)), option]), true],
  ])('%s', async (name, make, isAnswered) => {
    const message = make();
    await held(name, async () => {
      const answer = await send(message);
      expect(answer.includes('ack')).toBe(isAnswered);
    });
  });

  it('a million events whose answers nobody reads', async () => {
    await held('fluent deaf', async () => {
      const messages = many(50_000, pack(['a', 1, {}, { chunk: 'c'.repeat(30) }]));
      for (let i = 0; i < 20; i++) {
        const deaf = await bench.open('fluent');
        deaf.pause();
        void write(deaf, messages);
      }
      await delay(1500);
    });
  });

  it('half-closed and idle connections keep nobody out', async () => {
    await held('fluent idle', async () => {
      const sockets = await Promise.all(Array.from({ length: 1500 }, () => bench.open('fluent')));
      for (const socket of sockets.slice(0, 500)) socket.end('a');
      expect(await send(pack(['a', 1, {}, { chunk: 'c' }]))).toContain('ack');
    });
  });
});
