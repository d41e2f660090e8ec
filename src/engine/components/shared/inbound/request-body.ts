import type { IncomingMessage } from 'node:http';
import { createGunzip, createInflate } from 'node:zlib';
import { Refusal } from './refusal.ts';

/** `bytes` are decompressed, `rawBytes` is the size on the wire. */
export type Body = { bytes: Buffer; rawBytes: number };

function decoder(encoding: string) {
  if (encoding === '' || encoding === 'identity') return null;
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  throw new Refusal(415, `Content-Encoding '${encoding}' is not understood; use gzip, deflate or none`);
}

/**
 * Reads at most `maxBytes` after decompression. `grow` receives byte counts and throws when there is no room.
 * @throws Refusal
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  grow: (bytes: number) => void,
): Promise<Body> {
  const tooLarge = () => new Refusal(413, `The body is larger than ${maxBytes} bytes; send smaller requests`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const encoding = String(request.headers['content-encoding'] ?? '')
    .trim()
    .toLowerCase();
  const decompress = decoder(encoding);
  const parts: Buffer[] = [];
  let size = 0;
  let rawBytes = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const take = (part: Buffer) => {
    size += part.length;
    if (size > maxBytes) return reject(tooLarge());
    try {
      grow(part.length);
    } catch (error) {
      return reject(error);
    }
    parts.push(part);
  };
  request.on('data', (part: Buffer) => {
    rawBytes += part.length;
    if (!decompress) take(part);
    else if (!decompress.write(part)) request.pause();
  });
  request.on('end', () => (decompress ? decompress.end() : resolve()));
  const cut = () => reject(new Refusal(400, 'The request ended before its body was complete'));
  request.on('error', cut);
  request.on('close', () => {
    if (!request.complete) cut();
  });
  decompress?.on('drain', () => request.resume());
  decompress?.on('data', take);
  decompress?.on('end', resolve);
  decompress?.on('error', () => reject(new Refusal(400, `The body is not valid ${encoding}`)));
  try {
    await promise;
  } finally {
    request.removeAllListeners('data');
    decompress?.destroy();
    request.resume();
  }
  return { bytes: Buffer.concat(parts, size), rawBytes };
}
