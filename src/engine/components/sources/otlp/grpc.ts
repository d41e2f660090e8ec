import {
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Server } from 'node:net';
import { Connections, KEEP_ALIVE } from '../../shared/inbound/connections.ts';
import { describePeer } from '../../shared/inbound/peer.ts';
import { Refusal } from '../../shared/inbound/refusal.ts';
import { listenerTls, reportHandshakes } from '../../shared/inbound/tls.ts';
import { closeServer, listen } from '../../shared/listen.ts';
import { settleWithin } from '../../shared/settle.ts';
import type { SourceContext } from '../../types.ts';
import { exportAnswer } from './answers.ts';
import { answerCall, refuseCall } from './grpc-answers.ts';
import { checkCall, readMessage } from './grpc-message.ts';
import type { Receiver } from './receiver.ts';
import type { OtlpConfig } from './schema.ts';

const STOP_GRACE_MS = 1500;
const SESSION = {
  /** Megabytes per connection in Node: headers and stream windows. */
  maxSessionMemory: 10,
  settings: {
    maxConcurrentStreams: 100,
    maxHeaderListSize: 16 * 1024,
    enablePush: false,
  },
} as const;

/** Disconnects slow senders. `firstCallMs`: until a call with credentials, and after a refused one. */
const PATIENCE = { firstCallMs: 20_000, messageMs: 60_000, idleMs: 10 * 60_000 };
export type GrpcPatience = typeof PATIENCE;

export type GrpcListener = {
  /** Open connections stay. */
  update(config: OtlpConfig): void;
  stop(): Promise<void>;
};

/**
 * Unary gRPC on Node's HTTP/2. A library passes on whole messages; here credentials are checked before the
 * first byte is read, and bytes are counted on arrival.
 */
class LogsService {
  private readonly current: () => Receiver;
  private readonly patience: GrpcPatience;
  private readonly connections: Connections;
  private readonly server: Http2Server | Http2SecureServer;
  private readonly sessions = new Set<ServerHttp2Session>();
  private readonly underWay = new Set<Promise<void>>();
  private config: OtlpConfig;

  constructor(config: OtlpConfig, context: SourceContext, current: () => Receiver, patience: GrpcPatience) {
    this.config = config;
    this.current = current;
    this.patience = patience;
    this.server = config.tls
      ? createSecureServer({ ...SESSION, ...KEEP_ALIVE, ...listenerTls(config), ALPNProtocols: ['h2'] })
      : createServer({ ...SESSION, ...KEEP_ALIVE });
    const server: Server = this.server;
    this.connections = new Connections(server, config.maxConnections, context);
    if ('setSecureContext' in this.server) reportHandshakes(this.server, context);
    server.on('connection', (socket) => {
      const closed = this.connections.of(socket) && context.senders?.connected(socket.remoteAddress);
      if (closed) socket.once('close', closed);
    });
    this.server.on('session', (session) => this.open(session));
    this.server.on('sessionError', () => {});
    this.server.on('stream', (stream, headers) => this.begin(stream, headers));
  }

  listen(): Promise<void> {
    return listen(this.server, this.config.grpcPort, this.config.address);
  }

  update(changed: OtlpConfig): void {
    this.config = changed;
    if ('setSecureContext' in this.server) this.server.setSecureContext(listenerTls(changed));
    this.connections.setLimit(changed.maxConnections);
  }

  async stop(): Promise<void> {
    const closed = this.server.listening ? closeServer(this.server) : Promise.resolve();
    for (const session of this.sessions) session.close();
    await settleWithin(STOP_GRACE_MS, this.underWay);
    for (const session of this.sessions) session.destroy();
    this.connections.closeAll();
    await closed;
  }

  private open(session: ServerHttp2Session): void {
    this.sessions.add(session);
    session.once('close', () => this.sessions.delete(session));
    session.on('error', () => {});
    const late = setTimeout(() => session.destroy(), this.patience.firstCallMs);
    session.once('close', () => clearTimeout(late));
    session.once('proven', () => clearTimeout(late));
    session.setTimeout(this.patience.idleMs, () => session.close());
  }

  private begin(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    stream.on('error', () => {});
    const handling = this.handle(stream, headers).catch((error: unknown) => {
      if (error instanceof Refusal) this.current().report(error);
      refuseCall(stream, error);
      this.discard(stream);
    });
    this.underWay.add(handling);
    void handling.finally(() => this.underWay.delete(handling));
  }

  private async handle(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    const receiver = this.current();
    const encoding = checkCall(headers);
    receiver.authenticate((name) => {
      const value = headers[name];
      return Array.isArray(value) ? value[0] : value;
    });
    const { session } = stream;
    const socket = session?.socket;
    const connection = socket && this.connections.of(socket);
    const sender = socket && { address: socket.remoteAddress ?? '', origin: describePeer(socket) };
    session?.emit('proven');
    if (connection) connection.requests++;
    try {
      const partial = await receiver.take(
        (holding) =>
          readMessage(stream, encoding, this.config.maxBodyBytes, holding, this.patience.messageMs),
        'protobuf',
        sender,
      );
      if (connection) connection.isProven = true;
      answerCall(stream, exportAnswer(partial, 'protobuf'));
    } finally {
      if (connection) connection.requests--;
    }
  }

  private discard(stream: ServerHttp2Stream): void {
    if (stream.closed || stream.readableEnded) return;
    stream.resume();
    const late = setTimeout(() => stream.close(), this.patience.firstCallMs / 4);
    stream.once('close', () => clearTimeout(late));
  }
}

/** Resolves once listening. @throws ComponentError */
export async function listenGrpc(
  config: OtlpConfig,
  context: SourceContext,
  current: () => Receiver,
  patience: GrpcPatience = PATIENCE,
): Promise<GrpcListener> {
  const service = new LogsService(config, context, current, patience);
  await service.listen();
  return service;
}
