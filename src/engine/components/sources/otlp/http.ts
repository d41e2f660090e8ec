import type { IncomingMessage, ServerResponse } from 'node:http';
import { send } from '../../shared/inbound/http-listener.ts';
import { senderOf } from '../../shared/inbound/peer.ts';
import { Refusal, Unavailable } from '../../shared/inbound/refusal.ts';
import { createHeaderReader } from '../../shared/inbound/request-auth.ts';
import { readBody } from '../../shared/inbound/request-body.ts';
import { exportAnswer, statusAnswer } from './answers.ts';
import type { Encoding, Receiver } from './receiver.ts';

const PATH = '/v1/logs';
const TYPES: Readonly<Record<Encoding, string>> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
};
const CODES: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  404: 5,
  405: 12,
  413: 8,
  415: 3,
  429: 8,
  503: 14,
};
const INTERNAL = 13;

function parseEncoding(contentType: string): Encoding {
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase();
  if (type === TYPES.json) return 'json';
  if (type === TYPES.protobuf || type === 'application/protobuf') return 'protobuf';
  throw new Refusal(415, `Content-Type must be ${TYPES.protobuf} or ${TYPES.json}`);
}

export function httpHandler(current: () => Receiver, maxBodyBytes: number) {
  const take = async (request: IncomingMessage): Promise<{ body: Buffer; encoding: Encoding }> => {
    const path = (request.url ?? '/').split('?', 1)[0];
    if (path !== PATH) throw new Refusal(404, `Send log records to ${PATH}`);
    if (request.method !== 'POST')
      throw new Refusal(405, 'Send log records by POST', { headers: { allow: 'POST' } });
    const receiver = current();
    receiver.authenticate(createHeaderReader(request));
    const encoding = parseEncoding(request.headers['content-type'] ?? '');
    const partial = await receiver.take(
      (holding) => readBody(request, maxBodyBytes, holding),
      encoding,
      senderOf(request),
    );
    return { body: exportAnswer(partial, encoding), encoding };
  };

  const refuse = (request: IncomingMessage, response: ServerResponse, error: unknown): void => {
    const refusal = error instanceof Refusal ? error : new Refusal(500, 'The request could not be processed');
    current().report(refusal);
    const encoding = request.headers['content-type']?.includes('protobuf') ? 'protobuf' : 'json';
    const retry = error instanceof Unavailable ? error.retryAfterSeconds : null;
    const body = statusAnswer(CODES[refusal.status] ?? INTERNAL, refusal.message, encoding, retry);
    send(response, refusal.status, body, { ...refusal.headers, 'content-type': TYPES[encoding] });
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const { body, encoding } = await take(request);
      send(response, 200, body, { 'content-type': TYPES[encoding] });
    } catch (error) {
      refuse(request, response, error);
    }
  };
}
