import { createServer, type Socket } from 'node:net';
import { createServer as createSecureServer, Server as SecureServer } from 'node:tls';
import type { Metadata as MetadataType, ServiceError } from '@grpc/grpc-js';
import { Unavailable } from '../../shared/inbound/admission.ts';
import { Refusal } from '../../shared/inbound/refusal.ts';
import { listenerTls, reportHandshakes } from '../../shared/inbound/tls.ts';
import { closeServer, limitConnections, listen, trackConnections } from '../../shared/listen.ts';
import { settleWithin } from '../../shared/settle.ts';
import type { SourceContext } from '../../types.ts';
import { exportAnswer, statusAnswer } from './answers.ts';
import type { Receiver } from './receiver.ts';
import type { OtlpConfig } from './schema.ts';

const STOP_GRACE_MS = 1500;
const EXPORT = {
  path: '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
  requestStream: false,
  responseStream: false,
  requestSerialize: (bytes: Buffer) => bytes,
  requestDeserialize: (bytes: Buffer) => bytes,
  responseSerialize: (bytes: Buffer) => bytes,
  responseDeserialize: (bytes: Buffer) => bytes,
} as const;

export type GrpcListener = {
  /** Open connections stay. */
  update(config: OtlpConfig): void;
  stop(): Promise<void>;
};

/** Lazy-loads the gRPC library. */
export async function listenGrpc(
  config: OtlpConfig,
  context: SourceContext,
  current: () => Receiver,
): Promise<GrpcListener> {
  const { Metadata, Server, ServerCredentials, status } = await import('@grpc/grpc-js');
  const underWay = new Set<Promise<void>>();

  const toGrpcStatus = (refusal: Refusal): number => {
    if (refusal.status === 503) return status.UNAVAILABLE;
    if (refusal.status === 401) return status.UNAUTHENTICATED;
    return refusal.status === 400 ? status.INVALID_ARGUMENT : status.INTERNAL;
  };

  const toServiceError = (error: unknown): Partial<ServiceError> => {
    const refusal = error instanceof Refusal ? error : new Refusal(500, 'The request could not be processed');
    const code = toGrpcStatus(refusal);
    const metadata = new Metadata();
    if (error instanceof Unavailable) {
      const details = statusAnswer(code, refusal.message, 'protobuf', error.retryAfterSeconds);
      metadata.set('grpc-status-details-bin', details);
    }
    return { code, details: refusal.message, metadata };
  };

  /** `ipv4:10.0.0.1:4000` and `[::1]:4000` without the port. */
  const parsePeerAddress = (peer: string) =>
    peer
      .replace(/^ipv[46]:/, '')
      .replace(/:\d+$/, '')
      .replace(/^\[|\]$/g, '');
  const createHeaderReader = (metadata: MetadataType) => (name: string) => metadata.get(name)[0]?.toString();

  const server = new Server({
    'grpc.max_receive_message_length': config.maxBodyBytes,
    'grpc.max_concurrent_streams': 100,
    'grpc.keepalive_time_ms': 60_000,
    'grpc.keepalive_timeout_ms': 20_000,
  });
  server.addService(
    { Export: EXPORT },
    {
      Export: (
        call: { request: Buffer; metadata: MetadataType; getPeer(): string },
        answer: (error: Partial<ServiceError> | null, body?: Buffer) => void,
      ) => {
        const take = async (): Promise<Buffer> => {
          const receiver = current();
          receiver.authenticate(createHeaderReader(call.metadata));
          const bytes = call.request;
          const partial = await receiver.admission.hold(bytes.length, () =>
            receiver.take(bytes, bytes.length, 'protobuf', parsePeerAddress(call.getPeer())),
          );
          return exportAnswer(partial, 'protobuf');
        };
        const handling = take().then(
          (body) => answer(null, body),
          (error: unknown) => {
            if (error instanceof Refusal) current().report(error);
            answer(toServiceError(error));
          },
        );
        underWay.add(handling);
        void handling.finally(() => underWay.delete(handling));
      },
    },
  );

  // Our own listener accepts connections and injects them, so that limits, TLS and sender checks apply.
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  const accept = (socket: Socket) => {
    socket.on('error', () => socket.destroy());
    const closed = context.senders?.connected(socket.remoteAddress);
    if (closed) socket.once('close', closed);
    injector.injectConnection(socket);
  };
  const listener = config.tls
    ? createSecureServer({ ...listenerTls(config), ALPNProtocols: ['h2'] }, accept)
    : createServer({ keepAlive: true, noDelay: true }, accept);
  if (listener instanceof SecureServer) reportHandshakes(listener, context);
  const closeConnections = trackConnections(listener);
  limitConnections(listener, config.maxConnections, context);
  await listen(listener, config.grpcPort, config.address);
  return {
    update(changed) {
      if (listener instanceof SecureServer) listener.setSecureContext(listenerTls(changed));
      limitConnections(listener, changed.maxConnections, context);
    },
    async stop() {
      const closed = closeServer(listener);
      await settleWithin(STOP_GRACE_MS, underWay);
      server.forceShutdown();
      closeConnections();
      await closed;
    },
  };
}
