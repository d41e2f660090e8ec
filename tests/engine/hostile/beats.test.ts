// Slow: an engine in a process of its own takes half a dozen attacks one after the other.

import { setTimeout as delay } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const number = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const window = (count: number) => Buffer.concat([Buffer.from('2W'), number(count)]);
const event = (text: string) =>
  Buffer.concat([Buffer.from('2J'), number(1), number(text.length), Buffer.from(text)]);
const packed = (bytes: Buffer) => {
  const content = deflateSync(bytes, { level: 1 });
  return Buffer.concat([Buffer.from('2C'), number(content.length), content]);
};
const many = (count: number, bytes: Buffer) => Buffer.alloc(count * bytes.length, bytes);

/** Resolves with what came back until the connection was closed or an answer came. */
async function send(...messages: Buffer[]): Promise<string> {
  const socket = await bench.open('beats');
  const answer = readUntil(socket, '2A');
  for (const message of messages) await write(socket, message);
  return answer;
}

describe('Beats are held to the memory for input [R13]', () => {
  it('a hundred and fifty batches of 700 kB without an end', async () => {
    await held('beats unfinished', async () => {
      const sockets = await Promise.all(Array.from({ length: 150 }, () => bench.open('beats')));
      const bytes = Buffer.concat([Buffer.from('2C'), number(900_000), Buffer.alloc(700_000)]);
      await Promise.all(sockets.map((socket) => write(socket, bytes)));
      await eventually(() => expect(sockets.some(({ destroyed }) => destroyed)).toBe(true));
    });
    await eventually(() => expect(bench.errorNames).toContain('InputMemoryFull'));
  });

  it('a batch in single bytes', async () => {
    await held('beats single bytes', async () => {
      const socket = await bench.open('beats');
      socket.setNoDelay(true);
      await write(socket, Buffer.concat([Buffer.from('2C'), number(900_000)]));
      for (let i = 0; i < 5000; i++) await write(socket, 'x');
    });
  });

  it.each<[string, () => Buffer[], boolean]>([
    ['200 MiB compressed', () => [packed(Buffer.alloc(200 * MIB))], false],
    ['half a million events of nothing', () => [window(500_000), packed(many(500_000, event('{}')))], true],
    [
      'half a million events that are none',
      () => [window(500_000), packed(many(500_000, event('x')))],
      false,
    ],
  ])('%s', async (name, make, isAnswered) => {
    const messages = make();
    await held(name, async () => {
      const answer = await send(...messages);
      expect(answer.includes('2A')).toBe(isAnswered);
    });
  });

  it('windows whose answers nobody reads', async () => {
    await held('beats deaf', async () => {
      const messages = many(50_000, Buffer.concat([window(1), event('{}')]));
      const sockets = await Promise.all(Array.from({ length: 4 }, () => bench.open('beats')));
      for (const socket of sockets) socket.pause();
      await Promise.race([Promise.all(sockets.map((socket) => write(socket, messages))), delay(5000)]);
    });
  });
});
