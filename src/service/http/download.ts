import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Context } from 'hono';

type Attachment = { path: string; name: string; sha256: string; sizeBytes: number };
/** For a page; cacheable, since its address changes with it. */
type Image = { bytes: Buffer; type: string; keptSeconds: number };
type Made = { name: string; type: string; bytes: Buffer };
/** Streamed; the client names the file. */
type Written = { type: string; stream: ReadableStream<Uint8Array> };
export type Download = Attachment | Image | Made | Written;

const isImage = (file: Download): file is Image => 'keptSeconds' in file;
const isWritten = (file: Download): file is Written => 'stream' in file;
const isMade = (file: Download): file is Made => 'bytes' in file && 'name' in file;

/** Percent-encoded where needed ([RFC 8187](https://datatracker.ietf.org/doc/html/rfc8187)). */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Files are attachments with their SHA-256 ([RFC 9530](https://datatracker.ietf.org/doc/html/rfc9530)), so
 * that browsers never render them; images have their bytes' type.
 */
export function answerFile(c: Context, file: Download): Response {
  if (isImage(file))
    return c.body(new Uint8Array(file.bytes), 200, {
      'Content-Type': file.type,
      'Content-Length': String(file.bytes.length),
      'Cache-Control': `private, max-age=${file.keptSeconds}`,
    });
  if (isWritten(file))
    return c.body(file.stream, 200, { 'Content-Type': file.type, 'Content-Disposition': 'attachment' });
  if (isMade(file))
    return c.body(new Uint8Array(file.bytes), 200, {
      'Content-Type': file.type,
      'Content-Length': String(file.bytes.length),
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeName(file.name)}`,
    });
  const { path, name, sha256, sizeBytes } = file;
  const stream = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  return c.body(stream, 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(sizeBytes),
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeName(name)}`,
    'Repr-Digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
  });
}
