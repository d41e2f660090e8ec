import { randomUUID } from 'node:crypto';
import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createNetServer, type Server, type Socket } from 'node:net';
import { boundRequests, HEADER_LIMIT } from './call-limits.ts';

/**
 * First byte of a TLS connection: a [handshake
 * record](https://datatracker.ietf.org/doc/html/rfc8446#section-5.1).
 */
const HANDSHAKE = 0x16;
const FIRST_BYTE_MS = 10_000;
const HTTPS_REQUIRED = 'HTTPS_REQUIRED';
const REDIRECTED = ['GET', 'HEAD'];

/** Redirects pages to https and refuses calls. */
function answerPlain(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  isOurs: (host: string) => boolean,
) {
  const { host = '' } = headers;
  response.setHeader('Connection', 'close');
  response.setHeader('Cache-Control', 'no-store');
  if (!isOurs(host)) {
    response.writeHead(400, { 'Content-Type': 'text/plain' }).end('This service accepts only https.\n');
    return;
  }
  const path = url.startsWith('/') ? url : '/';
  const address = `https://${host}${path}`;
  if (REDIRECTED.includes(method) && !path.startsWith('/v1/')) {
    response.writeHead(308, { Location: address }).end();
    return;
  }
  const message = `This service accepts only https: nothing was done. Use ${address}, and consider what was sent disclosed`;
  response
    .writeHead(426, { 'Content-Type': 'application/json', Upgrade: 'TLS/1.2, HTTP/1.1' })
    .end(JSON.stringify({ code: HTTPS_REQUIRED, reason: HTTPS_REQUIRED, message, requestId: randomUUID() }));
}

/**
 * Answers TLS and plain HTTP on one port.
 * @param server takes connections by `connection`, and need not listen
 * @param isOurs whether a Host header names this service
 */
export function withPlainAnswers(server: Server, isOurs: (host: string) => boolean): Server {
  const plain: HttpServer = createServer(HEADER_LIMIT, (request, response) =>
    answerPlain(request, response, isOurs),
  );
  boundRequests(plain);
  const sockets = new Set<Socket>();
  const front = createNetServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.setTimeout(FIRST_BYTE_MS, () => socket.destroy());
    socket.once('error', () => socket.destroy());
    socket.once('data', (chunk) => {
      socket.setTimeout(0);
      socket.removeAllListeners('timeout');
      socket.pause();
      socket.unshift(chunk);
      const to = chunk[0] === HANDSHAKE ? server : plain;
      to.emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  // A server's timeouts begin when it listens, which this one never does.
  front.once('listening', () => {
    for (const one of [server, plain]) one.emit('listening');
  });
  return Object.assign(front, {
    closeAllConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
  });
}
