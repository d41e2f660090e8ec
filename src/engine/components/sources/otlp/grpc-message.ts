import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { Holding } from '../../shared/inbound/budget.ts';
import { Refusal } from '../../shared/inbound/refusal.ts';
import { type Body, Collector, ENCODINGS, tooLarge } from '../../shared/inbound/request-body.ts';

const PATH = '/opentelemetry.proto.collector.logs.v1.LogsService/Export';
/** Compressed flag and length (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md). */
const PREFIX_BYTES = 5;

/** Returns the encoding of compressed messages. @throws Refusal */
export function checkCall(headers: IncomingHttpHeaders): string {
  if (headers[':method'] !== 'POST' || !headers['content-type']?.startsWith('application/grpc'))
    throw new Refusal(415, 'Only gRPC is supported here');
  if (headers[':path'] !== PATH) throw new Refusal(404, `Send log records to ${PATH}`);
  const encoding = String(headers['grpc-encoding'] ?? 'identity');
  if (encoding === 'identity' || ENCODINGS.split(/, | or /).includes(encoding)) return encoding;
  throw new Refusal(415, `Compression '${encoding}' is not supported; use ${ENCODINGS}`);
}

const malformed = (what: string) => new Refusal(400, `The call is not a gRPC call with one message: ${what}`);

class MessageReader {
  readonly #prefix = Buffer.alloc(PREFIX_BYTES);
  readonly #begin: (isCompressed: boolean, length: number) => Collector;
  #got = 0;
  #left = 0;
  collector: Collector | null = null;

  constructor(begin: (isCompressed: boolean, length: number) => Collector) {
    this.#begin = begin;
  }

  /** False: wait for the collector. @throws Refusal */
  write(chunk: Buffer): boolean {
    const head = Math.min(PREFIX_BYTES - this.#got, chunk.length);
    chunk.copy(this.#prefix, this.#got, 0, head);
    this.#got += head;
    if (this.#got < PREFIX_BYTES) return true;
    if (!this.collector) {
      this.#left = this.#prefix.readUInt32BE(1);
      this.collector = this.#begin(this.#prefix[0] === 1, this.#left);
    }
    const length = chunk.length - head;
    if (length > this.#left) throw malformed('it has more than one');
    this.#left -= length;
    return length === 0 || this.collector.write(chunk.subarray(head));
  }

  /** @throws Refusal */
  end(): void {
    if (!this.collector || this.#left > 0) throw malformed('it ends too early');
    this.collector.end();
  }
}

/** Reads a call's message within `patienceMs` and the holding's memory. @throws Refusal */
export async function readMessage(
  stream: ServerHttp2Stream,
  encoding: string,
  maxBytes: number,
  holding: Holding,
  patienceMs: number,
): Promise<Body> {
  const { promise, resolve, reject } = Promise.withResolvers<Collector>();
  const reader = new MessageReader((isCompressed, length) => {
    if (length > maxBytes) throw tooLarge(maxBytes);
    return new Collector(isCompressed ? encoding : '', maxBytes, holding, () => stream.resume());
  });
  const fail = (error: unknown) => {
    reader.collector?.fail(error);
    reject(error);
  };
  const late = setTimeout(
    () => fail(new Refusal(408, `The message did not arrive within ${patienceMs / 1000} s`)),
    patienceMs,
  );
  stream.on('data', (chunk: Buffer) => {
    try {
      if (!reader.write(chunk)) stream.pause();
      if (reader.collector) resolve(reader.collector);
    } catch (error) {
      fail(error);
    }
  });
  stream.once('end', () => {
    try {
      reader.end();
    } catch (error) {
      fail(error);
    }
  });
  stream.once('close', () => fail(malformed('it ends too early')));
  if (stream.destroyed) fail(malformed('it ends too early'));
  try {
    return await (await promise).body();
  } finally {
    clearTimeout(late);
    stream.removeAllListeners('data');
  }
}
