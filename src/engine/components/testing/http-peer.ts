import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';

const pem = (name: string): string =>
  readFileSync(new URL(`./certificates/${name}.pem`, import.meta.url), 'utf8');

/** A test authority, a server certificate for localhost and 127.0.0.1, and a client certificate. */
export const certificates = {
  ca: pem('ca'),
  server: { cert: pem('server'), key: pem('server-key') },
  client: { cert: pem('client'), key: pem('client-key') },
};

export type Received = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly at: number;
};

export type Reply = { status?: number; headers?: Record<string, string>; body?: unknown } | 'hang' | 'reset';

/** Records each request, then answers as the test specifies. */
export class HttpPeer {
  readonly received: Received[] = [];
  answer: (request: Received) => Reply | Promise<Reply> = () => ({});
  private readonly server;
  private readonly isSecure: boolean;
  private refusesTls = false;

  constructor(tls?: TlsOptions) {
    this.isSecure = tls !== undefined;
    this.server = tls ? createSecureServer(tls) : createServer();
    this.server.on('connection', (socket: Socket) => {
      if (this.refusesTls) socket.destroy();
    });
    this.server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('error', () => {});
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', async () => {
        const { method = '', url: path = '', headers } = request;
        const body = decoded(Buffer.concat(parts), headers['content-encoding']);
        const received = { method, path, headers, body, at: performance.now() };
        this.received.push(received);
        this.reply(response, await this.answer(received));
      });
    });
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `${this.isSecure ? 'https' : 'http'}://127.0.0.1:${this.port}`;
  }

  get bodies(): string[] {
    return this.received.map(({ body }) => body.toString());
  }

  async listen(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    return this;
  }

  /** While on, cuts open connections at once and new ones during the TLS handshake. */
  refuseTls(isOn: boolean): void {
    this.refusesTls = isOn;
    if (isOn) this.server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    if (this.server.listening) await new Promise((resolve) => this.server.close(resolve));
  }

  private reply(response: ServerResponse, reply: Reply): void {
    if (reply === 'hang') return;
    if (reply === 'reset') {
      // TLS has no reset.
      if (this.isSecure) response.socket?.destroy();
      else response.socket?.resetAndDestroy();
      return;
    }
    const { status = 200, headers = {}, body = '' } = reply;
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  }
}

function decoded(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return gunzipSync(body);
  return encoding === 'zstd' ? zstdDecompressSync(body) : body;
}
