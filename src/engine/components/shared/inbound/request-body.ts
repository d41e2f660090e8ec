import type { IncomingMessage } from 'node:http';
import * as zlib from 'node:zlib';
import { Output } from '../../../event/output.ts';
import { FRAMES_MAX, TOO_MANY_FRAMES, ZstdFrames } from '../zstd-frames.ts';
import { type Holding, hold } from './budget.ts';
import { Refusal, RequestTooLarge } from './refusal.ts';

/** `bytes` are decompressed; `rawBytes` is the size on the wire. */
export type Body = { bytes: Buffer; rawBytes: number };

const DECODER_BYTES = 64 * 1024;
/** Smaller pieces are joined, up to that size. */
const SMALL_BYTES = 1024;
const JOINED_BYTES = 64 * 1024;

/**
 * Window size that decoders should support: 8 MiB
 * (https://datatracker.ietf.org/doc/html/rfc8878#section-3.1.1.1.2).
 */
const ZSTD_WINDOW_LOG = 23;
export const ENCODINGS = `gzip, deflate${'createZstdDecompress' in zlib ? ', zstd' : ''} or none`;

function decoder(encoding: string) {
  if (encoding === '' || encoding === 'identity') return null;
  if (encoding === 'gzip' || encoding === 'x-gzip') return zlib.createGunzip();
  if (encoding === 'deflate') return zlib.createInflate();
  // Since Node 22.15.
  if (encoding === 'zstd' && 'createZstdDecompress' in zlib)
    return zlib.createZstdDecompress({ params: { [zlib.constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } });
  throw new Refusal(415, `Content-Encoding '${encoding}' is not supported; use ${ENCODINGS}`, {
    headers: { 'accept-encoding': ENCODINGS.replace(' or none', '') },
  });
}

export const tooLarge = (maxBytes: number) =>
  new RequestTooLarge(`The body is larger than ${maxBytes} bytes; send smaller requests`);

/** Within `maxBytes` and the holding. */
export class Collector {
  readonly #maxBytes: number;
  readonly #holding: Holding;
  readonly #decompress;
  readonly #frames: ZstdFrames | undefined;
  #cuts = 0;
  readonly #parts: Buffer[] = [];
  /** Joins small pieces: a sender may send single bytes. */
  #small: Output | null = null;
  readonly #done = Promise.withResolvers<void>();
  #size = 0;
  #rawBytes = 0;

  /** `resume` is called when more may be written. @throws Refusal */
  constructor(encoding: string, maxBytes: number, holding: Holding, resume: () => void) {
    this.#maxBytes = maxBytes;
    this.#holding = holding;
    this.#decompress = decoder(encoding);
    this.#done.promise.catch(() => {});
    if (!this.#decompress) return;
    if (encoding === 'zstd') this.#frames = new ZstdFrames();
    hold(holding, DECODER_BYTES + (encoding === 'zstd' ? 2 ** ZSTD_WINDOW_LOG : 0));
    this.#decompress.on('drain', resume);
    this.#decompress.on('data', (part: Buffer) => this.#take(part));
    this.#decompress.on('end', () => this.#done.resolve());
    this.#decompress.on('error', () => this.fail(new Refusal(400, `The body is not valid ${encoding}`)));
  }

  /** False: wait for `resume`. */
  write(part: Buffer): boolean {
    this.#rawBytes += part.length;
    if (this.#rawBytes > this.#maxBytes) this.fail(tooLarge(this.#maxBytes));
    else if (this.#frames) return this.#writeFrames(this.#frames.split(part));
    else if (this.#decompress) return this.#decompress.write(part);
    else this.#take(part);
    return true;
  }

  #writeFrames(parts: readonly Buffer[]): boolean {
    this.#cuts += parts.length - 1;
    if (this.#cuts >= FRAMES_MAX) {
      this.fail(new Refusal(400, TOO_MANY_FRAMES));
      return true;
    }
    let takesMore = true;
    for (const part of parts) takesMore = this.#decompress?.write(part) ?? true;
    return takesMore;
  }

  end(): void {
    if (this.#decompress) this.#decompress.end();
    else this.#done.resolve();
  }

  fail(error: unknown): void {
    this.#done.reject(error);
  }

  /** Resolves after `end`. @throws Refusal, or the error given to `fail` */
  async body(): Promise<Body> {
    try {
      await this.#done.promise;
      this.#joinSmall();
      if (this.#parts.length > 1) hold(this.#holding, this.#size);
      const bytes = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts, this.#size);
      return { bytes, rawBytes: this.#rawBytes };
    } finally {
      this.#parts.length = 0;
      this.#small = null;
      this.#decompress?.destroy();
    }
  }

  #take(part: Buffer): void {
    this.#size += part.length;
    try {
      if (this.#size > this.#maxBytes) throw tooLarge(this.#maxBytes);
      hold(this.#holding, part.length);
      this.#keep(part);
    } catch (error) {
      this.fail(error);
    }
  }

  #keep(part: Buffer): void {
    const isFirst = this.#parts.length === 0 && this.#small === null;
    if (isFirst || (part.length >= SMALL_BYTES && 2 * part.length >= part.buffer.byteLength)) {
      this.#joinSmall();
      this.#parts.push(part);
      return;
    }
    this.#small ??= new Output(SMALL_BYTES);
    this.#small.copy(part, 0, part.length);
    if (this.#small.length >= JOINED_BYTES) this.#joinSmall();
  }

  #joinSmall(): void {
    if (this.#small) this.#parts.push(this.#small.view());
    this.#small = null;
  }
}

/** Reads at most `maxBytes` after decompression. @throws Refusal */
export async function readBody(request: IncomingMessage, maxBytes: number, holding: Holding): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const encoding = String(request.headers['content-encoding'] ?? '')
    .trim()
    .toLowerCase();
  const collector = new Collector(encoding, maxBytes, holding, () => request.resume());
  const cut = () => collector.fail(new Refusal(400, 'The request ended before its body was complete'));
  request.on('data', (part: Buffer) => {
    if (!collector.write(part)) request.pause();
  });
  request.on('end', () => collector.end());
  request.on('error', cut);
  request.on('close', () => {
    if (!request.complete) cut();
  });
  if (request.destroyed) cut();
  try {
    return await collector.body();
  } finally {
    request.removeAllListeners('data');
    request.resume();
  }
}
