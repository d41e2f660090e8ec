import * as fs from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createGunzip, createZstdDecompress, gunzipSync } from 'node:zlib';
import { splitFrames, unpackZstd } from '../components/shared/zstd-frames.ts';
import { NEWLINE } from '../event/bytes.ts';

const CHUNK_BYTES = 1 << 20;
const CHUNK_MIN_BYTES = 1 << 14;
/** Uncompressed. V8 keeps larger strings outside its heap, which triggers collections. */
const BLOCK_BYTES = 1 << 18;
/** The engine's largest event is far smaller. */
export const LINE_MAX_BYTES = 64 << 20;

/** Complete lines in `bytes`, from `from` to `to`; the file's last line may lack its newline. */
export type LineBlock = { readonly bytes: Buffer; readonly isTorn: boolean };

// With a million small files, `fs/promises` takes twice as long.
const readStats = promisify(fs.stat);
const readBytes = promisify(fs.readFile);

/** Archives write no empty files: it was truncated. */
export const EMPTY = 'It is empty: all that was written into it is gone';

/** For small files a stream costs more than unpacking. */
const SMALL_BYTES = 1 << 18;
const SMALL_PACKED_BYTES = 1 << 22;
const SMALL_UNPACKED_BYTES = 48 << 20;
/** Logs rarely compress better. */
const PACKED_FACTOR = 16;

/** Undefined when larger or damaged: a stream yields what precedes the damage. */
async function readSmall(path: string): Promise<Buffer | undefined> {
  const isPlain = path.endsWith('.ndjson');
  const { size } = await readStats(path);
  if (isPlain && size === 0) throw new Error(EMPTY);
  if (size > (isPlain ? SMALL_BYTES : SMALL_PACKED_BYTES)) return undefined;
  const bytes = await readBytes(path);
  if (isPlain) return bytes;
  const maxOutputLength = SMALL_UNPACKED_BYTES;
  try {
    if (path.endsWith('.zst')) return unpackZstd(bytes, { maxOutputLength });
    const chunkSize = Math.min(maxOutputLength, Math.max(CHUNK_MIN_BYTES, size * PACKED_FACTOR));
    return gunzipSync(bytes, { maxOutputLength, chunkSize });
  } catch {
    return undefined;
  }
}

function openStream(path: string): Readable {
  const file = fs.createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const unpack = path.endsWith('.gz')
    ? createGunzip({ chunkSize: CHUNK_BYTES })
    : path.endsWith('.zst')
      ? createZstdDecompress({ chunkSize: CHUNK_BYTES })
      : undefined;
  if (!unpack) return file;
  return path.endsWith('.gz')
    ? pipeline(file, unpack, () => {})
    : pipeline(file, splitFrames, unpack, () => {});
}

/**
 * Blocks of whole lines, decompressed by file extension. Lines before damage are yielded before the error.
 * @throws system and zlib errors, or an Error for a line over LINE_MAX_BYTES
 */
export async function* readLineBlocks(path: string): AsyncGenerator<LineBlock> {
  const small = await readSmall(path);
  if (small) {
    const end = small.lastIndexOf(NEWLINE) + 1;
    for (let from = 0; from < end; ) {
      const last = from + BLOCK_BYTES < end ? small.lastIndexOf(NEWLINE, from + BLOCK_BYTES) : end - 1;
      const to = (last < from ? small.indexOf(NEWLINE, from) : last) + 1;
      if (from > 0) await turn();
      yield { bytes: small.subarray(from, to), isTorn: false };
      from = to;
    }
    if (end < small.length) yield { bytes: small.subarray(end), isTorn: true };
    return;
  }
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of openStream(path) as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      const head = chunk.subarray(0, end);
      yield { bytes: restBytes > 0 ? Buffer.concat([...rest, head]) : head, isTorn: false };
      rest = [];
      restBytes = 0;
    }
    if (end < chunk.length) {
      rest.push(chunk.subarray(end));
      restBytes += chunk.length - end;
      if (restBytes > LINE_MAX_BYTES)
        throw new Error(`A line is longer than ${LINE_MAX_BYTES >> 20} MiB; what came before was read`);
    }
  }
  if (restBytes > 0) yield { bytes: Buffer.concat(rest), isTorn: true };
}

export function countNewlines(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE, from); at >= 0 && at < to; at = bytes.indexOf(NEWLINE, at + 1))
    count++;
  return count;
}
