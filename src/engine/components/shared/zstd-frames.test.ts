import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { constants, createZstdCompress, createZstdDecompress, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FRAMES_MAX, splitFrames, unpackZstd, ZstdFrames } from './zstd-frames.ts';

const CHECKSUM = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };
const LIMIT = { maxOutputLength: 1 << 24 };

/** Decompressors skip it. */
const skippable = (content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(0x184d2a53);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
};

/** Without content size. */
const streamed = (content: Buffer): Promise<Buffer> =>
  buffer(Readable.from([content]).pipe(createZstdCompress()));

const cut = (bytes: Buffer, sizes: readonly number[]): Buffer[] => {
  const parts: Buffer[] = [];
  for (let at = 0, n = 0; at < bytes.length; at += sizes[n++ % sizes.length]!)
    parts.push(bytes.subarray(at, at + sizes[n % sizes.length]!));
  return parts;
};

it('property: frames in any chunks come out as they were', async () => {
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.nat(400_000).map((length) => Buffer.alloc(length, 'a line of a log\n')),
  );
  const frame = fc.record({ content, kind: fc.constantFrom('plain', 'checksum', 'streamed', 'skippable') });
  const sizes = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 6 }), sizes, async (frames, chunkSizes) => {
      const packed = await Promise.all(
        frames.map(({ content, kind }) =>
          kind === 'skippable'
            ? skippable(content)
            : kind === 'streamed'
              ? streamed(content)
              : zstdCompressSync(content, kind === 'checksum' ? CHECKSUM : {}),
        ),
      );
      const wanted = Buffer.concat(
        frames.map(({ content, kind }) => (kind === 'skippable' ? Buffer.alloc(0) : content)),
      );
      const bytes = Buffer.concat(packed);
      expect(unpackZstd(bytes, LIMIT).equals(wanted)).toBe(true);
      const pieces = splitFrames(Readable.from(cut(bytes, chunkSizes)));
      expect((await buffer(Readable.from(pieces).pipe(createZstdDecompress()))).equals(wanted)).toBe(true);
      expect(new ZstdFrames().split(bytes).map((part) => part.length)).toEqual(
        packed.map((part) => part.length),
      );
    }),
    { numRuns: 60 },
  );
});

it('what follows the last frame and is none: is refused, not passed over', () => {
  const bytes = Buffer.concat([zstdCompressSync('a line\n'), Buffer.from('and no frame')]);
  expect(() => unpackZstd(bytes, LIMIT)).toThrow();
});

it('limits: the sum of all frames, and their number', () => {
  const half = zstdCompressSync(Buffer.alloc(600_000));
  expect(() => unpackZstd(Buffer.concat([half, half]), { maxOutputLength: 1_000_000 })).toThrow(
    expect.objectContaining({ code: 'ERR_BUFFER_TOO_LARGE' }),
  );
  const empty = zstdCompressSync('');
  const many = Buffer.concat(Array.from({ length: FRAMES_MAX + 1 }, () => empty));
  expect(() => unpackZstd(many, LIMIT)).toThrow('More than 1000 frames');
});
