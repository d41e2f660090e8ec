import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Context } from 'hono';

type Attachment = { path: string; name: string; sha256: string; sizeBytes: number };
/** Shown in a page; the browser may keep it, since its address changes with it. */
type Image = { bytes: Buffer; type: string; keptSeconds: number };
type Made = { name: string; type: string; bytes: Buffer };
/** Written while it is read; who asks names it. */
type Written = { type: string; stream: ReadableStream<Uint8Array> };
export type Download = Attachment | Image | Made | Written;

const isImage = (file: Download): file is Image => 'keptSeconds' in file;
const isWritten = (file: Download): file is Written => 'stream' in file;
const isMade = (file: Download): file is Made => 'bytes' in file && 'name' in file;

/** Percent-encoded where not plain. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * A file goes as an attachment with its SHA-256 (RFC 9530), so that browsers never show it as a page; an image
 * as what its bytes are.
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
