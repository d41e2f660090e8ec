import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createSecureServer, Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SourceContext } from '../../types.ts';
import { closeServer, listen } from '../listen.ts';
import { createServer } from '../node-http.ts';
import { settleWithin } from '../settle.ts';
import { Connections, KEEP_ALIVE } from './connections.ts';
import { listenerTls, reportHandshakes } from './tls.ts';
import type { ListenerTlsConfig } from './tls-fields.ts';

const STOP_GRACE_MS = 1500;

/** Disconnects slow senders, and those that keep sending what was refused. */
const PATIENCE = { headersMs: 20_000, requestMs: 60_000, checkMs: 5000, refusedMs: 5000 };
export type Patience = typeof PATIENCE;

const BROKEN: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

export type HttpListenerConfig = ListenerTlsConfig & {
  address: string;
  port: number;
  maxConnections: number;
  tls: boolean;
};

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** An HTTP listener, with or without TLS, protected against slow senders. */
export class HttpListener {
  private readonly server: Server;
  private readonly connections: Connections;
  private readonly refusedMs: number;
  private readonly underWay = new Set<Promise<void>>();
  private readonly handle: RequestHandler;

  constructor(
    config: HttpListenerConfig,
    context: SourceContext,
    handle: RequestHandler,
    patience: Patience = PATIENCE,
  ) {
    this.handle = handle;
    const options = {
      ...KEEP_ALIVE,
      noDelay: true,
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.checkMs,
    };
    this.server = config.tls
      ? createSecureServer({ ...options, ...listenerTls(config) })
      : createServer(options);
    if (this.server instanceof SecureServer) reportHandshakes(this.server, context);
    const { server } = this;
    this.refusedMs = patience.refusedMs;
    this.connections = new Connections(server, config.maxConnections, context, (socket) => {
      // During a TLS handshake a client cannot read an answer.
      if (config.tls) socket.destroy();
      else endWith(socket, '503 Service Unavailable\r\nRetry-After: 1');
    });
    server.on('connection', (socket: Socket) => {
      if (!this.connections.of(socket)) return;
      const closed = context.senders?.connected(socket.remoteAddress);
      if (closed) socket.once('close', closed);
    });
    server.on('request', (request, response) => this.begin(request, response));
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      if (socket.writable) endWith(socket, BROKEN[error.code ?? ''] ?? '400 Bad Request');
      else socket.destroy();
    });
  }

  /** Resolves once listening. @throws ComponentError */
  listen({ port, address }: HttpListenerConfig): Promise<void> {
    return listen(this.server, port, address);
  }

  update(config: HttpListenerConfig): void {
    if (this.server instanceof SecureServer) this.server.setSecureContext(listenerTls(config));
    this.connections.setLimit(config.maxConnections);
  }

  async stop(): Promise<void> {
    const closed = this.server.listening ? closeServer(this.server) : Promise.resolve();
    this.server.closeIdleConnections();
    await settleWithin(STOP_GRACE_MS, this.underWay);
    this.connections.closeAll();
    await closed;
  }

  private begin(request: IncomingMessage, response: ServerResponse): void {
    this.watch(request, response);
    const handling = this.handle(request, response);
    this.underWay.add(handling);
    void handling.finally(() => this.underWay.delete(handling));
  }

  private watch(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.connections.of(request.socket);
    let isWaiting = false;
    request.once('end', () => {
      if (!connection || response.closed) return;
      isWaiting = true;
      connection.requests++;
    });
    response.once('close', () => {
      if (!connection) return;
      if (isWaiting) connection.requests--;
      if (response.statusCode < 400) connection.isProven = true;
    });
    response.once('finish', () => {
      if (request.complete) return;
      const late = () => {
        if (!request.complete) request.socket.destroy();
      };
      setTimeout(late, this.refusedMs).unref();
    });
  }
}

/** Answers an invalid request, and closes without waiting. */
function endWith(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
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
