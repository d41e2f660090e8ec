import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { literalRefusal } from '../../../engine/components/catalogue.ts';
import { safeLookup } from '../../auth/provider-fetch.ts';

export type ModelLimits = {
  /** Longest time without a byte. */
  stallMs: number;
  totalMs: number;
  answerBytes: number;
};

export const MODEL_LIMITS: ModelLimits = { stallMs: 20_000, totalMs: 90_000, answerBytes: 2_097_152 };

/** Unreachable or over its limits. The message is for people. */
export class EndpointFault extends Error {}

async function* limitBytes(answer: http.IncomingMessage, most: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of answer) {
    const part = new Uint8Array(chunk as Buffer);
    length += part.length;
    if (length > most) throw new EndpointFault(`its answer is over ${Math.round(most / 1024)} KiB`);
    yield part;
  }
}

/**
 * A `fetch` for one origin: checks the address on connecting, follows no redirects, ends what stalls or grows
 * too long.
 */
export function createEndpointFetch(address: string, limits: ModelLimits): typeof fetch {
  const { origin } = new URL(address);
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin) throw new EndpointFault(`${url.origin} is not the configured address`);
    const refusal = literalRefusal(url.hostname);
    if (refusal) throw new EndpointFault(`${url.hostname} is refused: ${refusal}`);
    const { request } = url.protocol === 'https:' ? https : http;
    const answer = await new Promise<http.IncomingMessage>((done, refuse) => {
      const sent = request(
        url,
        {
          method: init.method ?? 'GET',
          headers: Object.fromEntries(new Headers(init.headers)),
          lookup: safeLookup,
          agent: false,
          ...(init.signal ? { signal: init.signal } : {}),
        },
        done,
      );
      let begun: http.IncomingMessage | undefined;
      sent.once('response', (one) => {
        begun = one;
      });
      sent.setTimeout(limits.stallMs, () =>
        (begun ?? sent).destroy(new EndpointFault(`it said nothing for ${limits.stallMs / 1000} s`)),
      );
      sent.once('error', refuse);
      sent.end(typeof init.body === 'string' ? init.body : undefined);
    });
    const headers = new Headers();
    for (const [name, values] of Object.entries(answer.headersDistinct))
      for (const one of values ?? []) headers.append(name, one);
    const status = answer.statusCode ?? 502;
    const isEmpty = status === 204 || status === 304 || status < 200;
    if (isEmpty) answer.resume();
    const body = isEmpty
      ? null
      : (Readable.toWeb(Readable.from(limitBytes(answer, limits.answerBytes))) as ReadableStream);
    return new Response(body, { status: status < 200 ? 502 : status, headers });
  };
}
