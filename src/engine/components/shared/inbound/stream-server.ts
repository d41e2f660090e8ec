import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer, Server as SecureServer, type TlsOptions } from 'node:tls';
import type { SourceContext } from '../../types.ts';
import { closeServer, limitConnections, listen, trackConnections } from '../listen.ts';
import { readInto } from '../reused-reads.ts';
import { readTurns } from './read-turns.ts';
import { type SenderCheck, senderCheck, senderRefused } from './senders.ts';
import { reportHandshakes } from './tls.ts';

/** Shared by all connections. */
const READ_BYTES = 64 * 1024;

export type StreamReader = {
  /** `bytes` are valid only during the call. */
  take(bytes: Buffer): void;
  /** The sender closed the connection properly. */
  end(): void;
};

export type StreamServerOptions = {
  readonly address: string;
  readonly port: number;
  readonly maxConnections: number;
  readonly permittedSenders: readonly string[];
  readonly tls: TlsOptions | null;
  /** Pauses reading while true; call `resume` afterwards. */
  readonly isBlocked: () => boolean;
  /** Called per connection; `close` drops it. */
  readonly connected: (sender: string, close: () => void) => StreamReader;
};

/** A TCP listener, with or without TLS. Reads no faster than the source delivers. */
export class StreamServer {
  private readonly options: StreamServerOptions;
  private readonly context: SourceContext;
  private readonly server: Server;
  private readonly closeConnections: () => void;
  private readonly sockets = new Set<Socket>();
  private readonly memory = Buffer.allocUnsafeSlow(READ_BYTES);
  private isPermitted: SenderCheck;

  constructor(options: StreamServerOptions, context: SourceContext) {
    this.options = options;
    this.context = context;
    this.isPermitted = senderCheck(options.permittedSenders);
    this.server = this.makeServer();
    this.closeConnections = trackConnections(this.server);
    limitConnections(this.server, options.maxConnections, this.context);
  }

  /** Resolves once it listens. @throws ComponentError */
  listen(): Promise<void> {
    return listen(this.server, this.options.port, this.options.address);
  }

  /** Applies to new connections. */
  setSenders(ranges: readonly string[], maxConnections: number): void {
    this.isPermitted = senderCheck(ranges);
    limitConnections(this.server, maxConnections, this.context);
  }

  /** Applies to new connections. */
  setTls(tls: TlsOptions): void {
    if (this.server instanceof SecureServer) this.server.setSecureContext(tls);
  }

  resume(): void {
    for (const socket of this.sockets) socket.resume();
  }

  async stop(): Promise<void> {
    const closed = this.server.listening ? closeServer(this.server) : Promise.resolve();
    for (const socket of this.sockets) socket.destroy();
    this.closeConnections();
    await closed;
  }

  private makeServer(): Server {
    const { tls } = this.options;
    const options = { keepAlive: true, noDelay: true };
    if (!tls) return createServer({ ...options, pauseOnConnect: true }, (socket) => this.accept(socket));
    const server = createSecureServer({ ...options, ...tls }, (socket) => this.accept(socket));
    server.on('connection', (socket: Socket) => this.turnAway(socket));
    reportHandshakes(server, this.context);
    return server;
  }

  private turnAway(socket: Socket): boolean {
    if (this.isPermitted(socket.remoteAddress ?? '')) return false;
    this.context.report(senderRefused, socket.remoteAddress);
    socket.destroy();
    return true;
  }

  private accept(accepted: Socket): void {
    const { tls, isBlocked, connected } = this.options;
    if (!tls && this.turnAway(accepted)) return;
    const reader = connected(accepted.remoteAddress ?? '', () => socket.destroy());
    const turn = readTurns.join(() => {
      if (!isBlocked()) socket.resume();
    });
    const take = (bytes: Buffer) => {
      reader.take(bytes);
      const mayReadOn = turn.mayReadOn(bytes.length);
      if (isBlocked() || !mayReadOn) socket.pause();
    };
    const socket: Socket = tls ? accepted.on('data', take) : readInto(accepted, this.memory, take);
    this.sockets.add(socket);
    const closed = this.context.senders?.connected(accepted.remoteAddress);
    if (closed) socket.on('close', closed);
    socket.on('end', () => reader.end());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.sockets.delete(socket));
    if (isBlocked()) socket.pause();
  }
}
