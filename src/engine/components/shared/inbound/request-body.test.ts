import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { FRAMES_MAX } from '../zstd-frames.ts';
import { Holding, InputBudget } from './budget.ts';
import { Collector } from './request-body.ts';

const MIB = 1 << 20;
const collect = (maxBytes: number, encoding = '') => {
  const holding = new Holding(new InputBudget(64 * MIB).open());
  return { holding, collector: new Collector(encoding, maxBytes, holding, () => {}) };
};

it('a body in single bytes: comes out whole, and takes little more than its size', async () => {
  const { collector } = collect(MIB);
  const before = process.memoryUsage();
  for (let n = 0; n < MIB; n++) collector.write(Buffer.from([n & 127]));
  const after = process.memoryUsage();
  collector.end();
  const { bytes, rawBytes } = await collector.body();
  expect(rawBytes).toBe(MIB);
  expect(bytes.equals(Buffer.from(Array.from({ length: MIB }, (_, n) => n & 127)))).toBe(true);
  expect(after.heapUsed - before.heapUsed).toBeLessThan(48 * MIB);
});

it('small and large pieces in turns: keep their order', async () => {
  const { collector } = collect(MIB);
  const pieces = [5, 5000, 1, 1, 70_000, 2, 300, 1024, 3].map((length, n) => Buffer.alloc(length, n + 65));
  for (const piece of pieces) collector.write(piece);
  collector.end();
  expect((await collector.body()).bytes.equals(Buffer.concat(pieces))).toBe(true);
});

it('a closed holding: takes nothing more', async () => {
  const { collector, holding } = collect(MIB);
  collector.write(Buffer.from('a'));
  holding.close();
  collector.write(Buffer.from('b'));
  await expect(collector.body()).rejects.toMatchObject({ status: 429 });
});

it.each([
  ['gzip', gzipSync],
  ['zstd', zstdCompressSync],
] as const)('a body of several %s parts: comes out whole', async (encoding, pack) => {
  const { collector } = collect(MIB, encoding);
  collector.write(Buffer.concat(['one\n', 'two\n', 'three\n'].map((text) => pack(text))));
  collector.end();
  expect((await collector.body()).bytes.toString()).toBe('one\ntwo\nthree\n');
});

it('a body of too many zstd frames: is refused', async () => {
  const { collector } = collect(MIB, 'zstd');
  const empty = zstdCompressSync('');
  collector.write(Buffer.concat(Array.from({ length: FRAMES_MAX + 1 }, () => empty)));
  await expect(collector.body()).rejects.toMatchObject({ status: 400 });
});
