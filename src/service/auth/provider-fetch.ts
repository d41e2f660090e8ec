import { lookup as resolve } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { addressRefusal, literalRefusal } from '../../engine/components/catalogue.ts';

const ANSWER_MS = 10_000;
const ANSWER_MAX_BYTES = 1_048_576;

/** Refuses cloud metadata and link-local addresses, whatever name led to them. */
export const safeLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '');
    const refusal = found.map(({ address }) => addressRefusal(address)).find((one) => one !== null);
    if (refusal) return done(new Error(`${hostname} is refused: ${refusal}`), '');
    const [first] = found;
    if (options.all) done(null, found);
    else done(null, first?.address ?? '', first?.family);
  });
};

type Options = { method?: string; headers?: HeadersInit; body?: BodyInit | null | undefined };

/**
 * Requests an identity provider: checks the address on connecting, follows no redirects, ends at 1 MiB or 10
 * s.
 */
export async function fetchFromProvider(address: string, options: Options = {}): Promise<Response> {
  const url = new URL(address);
  const refusal = literalRefusal(url.hostname);
  if (refusal) throw new Error(`${url.hostname} is refused: ${refusal}`);
  const { request } = url.protocol === 'https:' ? https : http;
  const body = options.body == null ? undefined : String(options.body);
  const answer = await new Promise<http.IncomingMessage>((done, refuse) => {
    const sent = request(
      url,
      {
        method: options.method ?? 'GET',
        headers: Object.fromEntries(new Headers(options.headers)),
        lookup: safeLookup,
        agent: false,
        signal: AbortSignal.timeout(ANSWER_MS),
      },
      done,
    );
    sent.once('error', refuse);
    sent.end(body);
  });
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as Readable) {
    const part = Buffer.from(chunk);
    length += part.length;
    if (length > ANSWER_MAX_BYTES) throw new Error('The answer is too long');
    chunks.push(part);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headersDistinct))
    for (const one of value ?? []) headers.append(name, one);
  const status = answer.statusCode ?? 502;
  const isEmpty = status === 204 || status === 304 || status < 200;
  return new Response(isEmpty ? null : Buffer.concat(chunks), {
    status: status < 200 ? 502 : status,
    headers,
  });
}
