import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certificate } from './certificate.ts';

export type TlsProxy = {
  url: string;
  port: number;
  /** For connections from now on. */
  show(certificate: Certificate): void;
  close(): void;
};

const formatHead = ({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string => {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
};

/** A TLS-terminating proxy as operators use; passes requests and WebSockets on. */
export async function startTlsProxy(target: string, certificate: Certificate): Promise<TlsProxy> {
  const { hostname, port } = new URL(target);
  const toRequestOptions = ({ method, url, headers }: IncomingMessage): RequestOptions => ({
    hostname,
    port,
    method,
    path: url,
    headers: { ...headers, 'x-forwarded-proto': 'https' },
  });
  const server = createServer({ ...certificate }, (asked, answer) => {
    const passed = request(toRequestOptions(asked), (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passed.on('error', () => answer.writeHead(502).end());
    asked.pipe(passed);
  });
  const open = new Set<Duplex>();
  server.on('upgrade', (asked: IncomingMessage, client: Duplex) => {
    open.add(client);
    client.on('error', () => client.destroy());
    const passed = request(toRequestOptions(asked));
    passed.on('upgrade', (response, upstream, first) => {
      open.add(upstream);
      // `first` holds bytes that followed the response head.
      client.write(Buffer.concat([Buffer.from(formatHead(response)), first]));
      upstream.on('error', () => client.destroy());
      upstream.on('close', () => client.destroy());
      client.on('close', () => upstream.destroy());
      upstream.pipe(client);
      client.pipe(upstream);
    });
    passed.on('response', (response) => {
      client.write(formatHead(response));
      response.pipe(client);
    });
    passed.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'));
    passed.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${own}`,
    port: own,
    show: (next) => server.setSecureContext({ ...next }),
    close() {
      for (const socket of open) socket.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
