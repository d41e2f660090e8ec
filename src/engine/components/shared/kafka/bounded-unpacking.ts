import { gunzipSync } from 'node:zlib';
import { getErrorCode } from '../system-errors.ts';
import { unpackZstd } from '../zstd-frames.ts';
import { answer, BATCH_MOST_BYTES, BatchTooLarge, MIB } from './answer-budget.ts';

const unpacksTooLarge = () =>
  new BatchTooLarge(`A batch of messages unpacks to more than ${BATCH_MOST_BYTES / MIB} MiB`);

type Unpack = (packed: Buffer) => Buffer;
type Measure = (packed: Buffer, most: number) => number;

const XERIAL = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0x00]);
const XERIAL_HEADER_BYTES = 16;

/** A snappy block begins with its decompressed length as a varint. */
function readSnappyLength(block: Buffer): number {
  let length = 0;
  for (let i = 0; i < 5; i++) {
    const byte = block[i] ?? 0;
    length += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return length;
  }
  return length;
}

const measureSnappy: Measure = (packed, most) => {
  if (!packed.subarray(0, XERIAL.length).equals(XERIAL)) return readSnappyLength(packed);
  let total = 0;
  for (let at = XERIAL_HEADER_BYTES; at + 4 <= packed.length && total <= most; ) {
    const length = packed.readUInt32BE(at);
    total += readSnappyLength(packed.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return total;
};

const LZ4_MAGIC = 0x184d2204;
const LZ4_HAS_DICTIONARY = 0x01;
const LZ4_HAS_SIZE = 0x08;
const LZ4_HAS_BLOCK_CHECKSUM = 0x10;
const LZ4_HAS_CHECKSUM = 0x04;

/** Upper bound: each block of a frame but its last is full. */
const measureLz4: Measure = (packed, most) => {
  let total = 0;
  let at = 0;
  while (at + 7 <= packed.length && packed.readUInt32LE(at) === LZ4_MAGIC) {
    const flags = packed[at + 4] ?? 0;
    const blockBytes = 2 ** (8 + 2 * (((packed[at + 5] ?? 0) >> 4) & 7));
    at += 7 + (flags & LZ4_HAS_SIZE ? 8 : 0) + (flags & LZ4_HAS_DICTIONARY ? 4 : 0);
    while (at + 4 <= packed.length && total <= most) {
      const header = packed.readUInt32LE(at);
      const length = header & 0x7fffffff;
      at += 4;
      if (length === 0) break;
      total += header & 0x80000000 ? length : blockBytes;
      at += length + (flags & LZ4_HAS_BLOCK_CHECKSUM ? 4 : 0);
    }
    if (total > most) break;
    if (flags & LZ4_HAS_CHECKSUM) at += 4;
  }
  return total;
};

const bounded =
  (unpack: (packed: Buffer, options: { maxOutputLength: number }) => Buffer): Unpack =>
  (packed) => {
    try {
      return unpack(packed, { maxOutputLength: BATCH_MOST_BYTES });
    } catch (error) {
      throw getErrorCode(error) === 'ERR_BUFFER_TOO_LARGE' ? unpacksTooLarge() : error;
    }
  };

const measured =
  (unpack: Unpack, measure: Measure): Unpack =>
  (packed) => {
    if (measure(packed, BATCH_MOST_BYTES) > BATCH_MOST_BYTES) throw unpacksTooLarge();
    return unpack(packed);
  };

const done = new WeakSet<object>();

/**
 * The client decompresses batches without a limit, so that a few kilobytes could fill the memory. Call once
 * the client is loaded; its readers then throw `BatchTooLarge`.
 */
export function boundUnpacking({
  compressionsAlgorithms: codecs,
}: Pick<typeof import('@platformatic/kafka'), 'compressionsAlgorithms'>): void {
  if (done.has(codecs)) return;
  done.add(codecs);
  const wrap = (codec: { decompressSync: unknown }, unpack: Unpack): void => {
    codec.decompressSync = (data: Buffer | { readonly buffer: Buffer }) => {
      const unpacked = unpack(Buffer.isBuffer(data) ? data : data.buffer);
      answer.unpacked(unpacked.length);
      return unpacked;
    };
  };
  const { snappy, lz4 } = codecs;
  wrap(codecs.gzip, bounded(gunzipSync));
  wrap(codecs.zstd, bounded(unpackZstd));
  wrap(snappy, measured(snappy.decompressSync.bind(snappy) as Unpack, measureSnappy));
  wrap(lz4, measured(lz4.decompressSync.bind(lz4) as Unpack, measureLz4));
}
