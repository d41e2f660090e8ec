import { hasUtf8Mark, UTF8_MARK_BYTES } from '../byte-order-mark.ts';
import { Refusal } from './refusal.ts';

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;

function findMark(body: Buffer): { encoding: string; bytes: number } | null {
  if (hasUtf8Mark(body)) return { encoding: 'utf-8', bytes: UTF8_MARK_BYTES };
  if (body[0] === 0xff && body[1] === 0xfe)
    return body[2] === 0 && body[3] === 0
      ? { encoding: 'utf-32', bytes: 4 }
      : { encoding: 'utf-16le', bytes: 2 };
  if (body[0] === 0xfe && body[1] === 0xff) return { encoding: 'utf-16be', bytes: 2 };
  return null;
}

/**
 * Converts to UTF-8 by byte order mark, else by the type's charset.
 * @throws Refusal (415) for an unknown charset, including UTF-32
 */
export function toUtf8(body: Buffer, contentType: string): Buffer {
  const mark = findMark(body);
  const text = mark ? body.subarray(mark.bytes) : body;
  const label = mark?.encoding ?? CHARSET.exec(contentType)?.[1] ?? 'utf-8';
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label);
  } catch {
    throw new Refusal(415, `The charset '${label}' is not supported; send UTF-8`);
  }
  return decoder.encoding === 'utf-8' ? text : Buffer.from(decoder.decode(text));
}
