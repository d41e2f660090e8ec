import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { SourceContext } from '../../types.ts';
import { closeServer, limitConnections, listen, trackConnections } from '../listen.ts';
import { settleWithin } from '../settle.ts';
import { listenerTls, reportHandshakes } from './tls.ts';
import type { ListenerTlsConfig } from './tls-fields.ts';

const STOP_GRACE_MS = 1500;

/** Slower senders are disconnected. */
const PATIENCE = { headersMs: 20_000, requestMs: 60_000, checkMs: 5000 };
export type Patience = typeof PATIENCE;

export type HttpListenerConfig = ListenerTlsConfig & {
  address: string;
  port: number;
  maxConnections: number;
  tls: boolean;
};

/** Never rejects. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** An HTTP listener, with or without TLS, protected against slow senders. */
export class HttpListener {
  private readonly context: SourceContext;
  private readonly server: Server;
  private readonly closeConnections: () => void;
  private readonly underWay = new Set<Promise<void>>();
  private readonly handle: RequestHandler;

  constructor(
    config: HttpListenerConfig,
    context: SourceContext,
    handle: RequestHandler,
    patience: Patience = PATIENCE,
  ) {
    this.context = context;
    this.handle = handle;
    const options = {
      keepAlive: true,
      noDelay: true,
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.checkMs,
    };
    this.server = config.tls
      ? createSecureServer({ ...options, ...listenerTls(config) })
      : createServer(options);
    if (this.server instanceof SecureServer) reportHandshakes(this.server, context);
    this.closeConnections = trackConnections(this.server);
    limitConnections(this.server, config.maxConnections, this.context);
    this.server.on('connection', (socket: Socket) => {
      const closed = context.senders?.connected(socket.remoteAddress);
      if (closed) socket.once('close', closed);
    });
    this.server.on('request', (request, response) => this.begin(request, response));
    this.server.on('clientError', (_error, socket) => {
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
      else socket.destroy();
    });
  }

  /** Resolves once it listens. @throws ComponentError */
  listen({ port, address }: HttpListenerConfig): Promise<void> {
    return listen(this.server, port, address);
  }

  /** Changes certificate and connection limit; open connections stay. */
  update(config: HttpListenerConfig): void {
    if (this.server instanceof SecureServer) this.server.setSecureContext(listenerTls(config));
    limitConnections(this.server, config.maxConnections, this.context);
  }

  async stop(): Promise<void> {
    const closed = this.server.listening ? closeServer(this.server) : Promise.resolve();
    this.server.closeIdleConnections();
    await settleWithin(STOP_GRACE_MS, this.underWay);
    this.closeConnections();
    await closed;
  }

  private begin(request: IncomingMessage, response: ServerResponse): void {
    const handling = this.handle(request, response);
    this.underWay.add(handling);
    void handling.finally(() => this.underWay.delete(handling));
  }
}

export function reply(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  send(response, status, Buffer.from(`${JSON.stringify(body)}\n`), {
    ...headers,
    'content-type': 'application/json',
  });
}

export function send(
  response: ServerResponse,
  status: number,
  body: Uint8Array,
  headers: Record<string, string>,
): void {
  if (response.destroyed) return;
  response.writeHead(status, { ...headers, 'content-length': body.length });
  response.end(body);
}
