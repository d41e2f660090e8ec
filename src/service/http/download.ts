import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Context } from 'hono';

export type Download = { path: string; name: string; sha256: string; sizeBytes: number };

/** Percent-encoded where not plain. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** As an attachment with its SHA-256 (RFC 9530), so that browsers never show it as a page. */
export function answerFile(c: Context, { path, name, sha256, sizeBytes }: Download): Response {
  const stream = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  return c.body(stream, 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(sizeBytes),
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeName(name)}`,
    'Repr-Digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
  });
}
