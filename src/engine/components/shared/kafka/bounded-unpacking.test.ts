import { zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { BATCH_MOST_BYTES, BatchTooLarge } from './answer-budget.ts';
import { boundUnpacking } from './bounded-unpacking.ts';
import { loadClient } from './client.ts';

const CODECS = ['gzip', 'snappy', 'lz4', 'zstd'] as const;

it.each(CODECS)(
  '%s: a batch of Kafka unpacks up to the limit and not beyond it [R13]',
  async (name) => {
    const client = await loadClient();
    boundUnpacking(client);
    const codec = client.compressionsAlgorithms[name];
    const small = Buffer.from('{"n":1}'.repeat(10_000));
    expect(Buffer.from(codec.decompressSync(codec.compressSync(small)))).toEqual(small);
    const most = Buffer.alloc(BATCH_MOST_BYTES - 16, 'x');
    expect(codec.decompressSync(codec.compressSync(most)).length).toBe(most.length);
    const bomb = codec.compressSync(Buffer.alloc(BATCH_MOST_BYTES + (1 << 23), 'x'));
    const before = process.memoryUsage().rss;
    expect(() => codec.decompressSync(bomb)).toThrow(BatchTooLarge);
    expect(process.memoryUsage().rss - before).toBeLessThan(2 * BATCH_MOST_BYTES);
  },
  60_000,
);

it('zstd: a batch of Kafka in several frames unpacks whole', async () => {
  const client = await loadClient();
  boundUnpacking(client);
  const { zstd } = client.compressionsAlgorithms;
  const packed = Buffer.concat(['one', 'two'].map((text) => zstdCompressSync(text)));
  expect(Buffer.from(zstd.decompressSync(packed)).toString()).toBe('onetwo');
});
