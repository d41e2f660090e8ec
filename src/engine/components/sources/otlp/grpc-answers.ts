import type { OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { Refusal, Unavailable } from '../../shared/inbound/refusal.ts';
import { ENCODINGS } from '../../shared/inbound/request-body.ts';
import { statusAnswer } from './answers.ts';

/** https://grpc.io/docs/guides/status-codes/ */
export const GRPC_STATUS = {
  ok: 0,
  invalidArgument: 3,
  deadlineExceeded: 4,
  resourceExhausted: 8,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

const BY_REFUSAL: Readonly<Record<number, number>> = {
  400: GRPC_STATUS.invalidArgument,
  401: GRPC_STATUS.unauthenticated,
  404: GRPC_STATUS.unimplemented,
  408: GRPC_STATUS.deadlineExceeded,
  413: GRPC_STATUS.resourceExhausted,
  415: GRPC_STATUS.unimplemented,
  429: GRPC_STATUS.resourceExhausted,
  503: GRPC_STATUS.unavailable,
};

const HEADERS = { ':status': 200, 'content-type': 'application/grpc+proto' } as const;

export function answerCall(stream: ServerHttp2Stream, message: Buffer): void {
  if (stream.destroyed || stream.closed) return;
  const frame = Buffer.alloc(5 + message.length);
  frame.writeUInt32BE(message.length, 1);
  message.copy(frame, 5);
  stream.respond(HEADERS, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': String(GRPC_STATUS.ok) }));
  stream.end(frame);
}

export function refuseCall(stream: ServerHttp2Stream, error: unknown): void {
  if (stream.destroyed || stream.closed || stream.headersSent) return;
  const refusal = error instanceof Refusal ? error : new Refusal(500, 'The request could not be processed');
  const code = BY_REFUSAL[refusal.status] ?? GRPC_STATUS.internal;
  const trailers: OutgoingHttpHeaders = {
    'grpc-status': String(code),
    'grpc-message': encodeURIComponent(refusal.message).replaceAll('%20', ' '),
    'grpc-accept-encoding': `identity,${ENCODINGS.replace(' or none', '').replaceAll(' ', '')}`,
  };
  if (error instanceof Unavailable) {
    const details = statusAnswer(code, refusal.message, 'protobuf', error.retryAfterSeconds);
    trailers['grpc-status-details-bin'] = details.toString('base64');
  }
  stream.respond({ ...HEADERS, ...trailers }, { endStream: true });
}
