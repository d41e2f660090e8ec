import { createReadStream } from 'node:fs';
import { FileFault } from './csv-reader.ts';

const CHUNK_BYTES = 256 * 1024;

/**
 * Reads text in chunks, without its byte order mark.
 * @throws FileFault when it is not UTF-8 or contains zero bytes
 */
export async function* readText(path: string): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw new FileFault('utf8', 'The file is not UTF-8 text; save it as UTF-8');
    }
  };
  const stream = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  for await (const bytes of stream) {
    const text = decode(bytes);
    if (text.includes('\0')) throw new FileFault('text', 'The file contains zero bytes and is not text');
    yield text;
  }
  yield decode();
}
