import { pipeline, Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import type { Bucket, StoredObject } from '../../shared/s3/bucket.ts';
import { splitFrames } from '../../shared/zstd-frames.ts';
import type { S3SourceConfig } from './schema.ts';

const CHUNK_BYTES = 256 * 1024;
const GZIP = Buffer.from([0x1f, 0x8b]);
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

const startsWith = (bytes: Buffer, magic: Buffer): boolean => bytes.subarray(0, magic.length).equals(magic);

/** Yields decompressed chunks; `received` gets the size of each part on the wire. */
export async function* contentOf(
  bucket: Bucket,
  object: StoredObject,
  received: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const first = await bucket.part(object, 0);
  async function* parts() {
    for (let part = first, from = 0; ; part = await bucket.part(object, from)) {
      received(part.length);
      yield part;
      from += part.length;
      if (from >= object.size) return;
    }
  }
  const source = Readable.from(parts(), { objectMode: false });
  const isZstd = startsWith(first, ZSTD);
  const decoder = startsWith(first, GZIP)
    ? createGunzip({ chunkSize: CHUNK_BYTES })
    : isZstd
      ? createZstdDecompress({ chunkSize: CHUNK_BYTES })
      : null;
  // Errors surface when reading.
  const content: Readable = !decoder
    ? source
    : isZstd
      ? pipeline(source, splitFrames, decoder, () => {})
      : pipeline(source, decoder, () => {});
  for await (const chunk of content) yield Buffer.from(chunk);
}

/** `auto` decides by the first byte. */
export function detectObjectFormat(
  configured: S3SourceConfig['format'],
  start: Buffer,
): 'ndjson' | 'text' | 'json' {
  if (configured !== 'auto') return configured;
  const first = start.toString('latin1', 0, 1024).trimStart()[0];
  if (first === '[') return 'json';
  return first === '{' ? 'ndjson' : 'text';
}
