import type { Duplex } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import { WebSocket, WebSocketServer } from 'ws';
import { MAX_MESSAGE_BYTES } from '../../../src/service/live/channel.ts';
import type { TestService } from './service.ts';

export type OpenSocket = {
  socket: WebSocket;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape.
  received: any[];
  closed: Promise<{ code: number; reason: string; at: number }>;
};

export async function listenOnPort(api: TestService) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  const upgraded: Duplex[] = [];
  const { handleUpgrade } = sockets;
  sockets.handleUpgrade = (request, socket, head, done) => {
    upgraded.push(socket);
    handleUpgrade.call(sockets, request, socket, head, done);
  };
  const server = createAdaptorServer({ fetch: api.service.app.fetch, websocket: { server: sockets } });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    url: `http://${host}`,
    /** Below the web sockets, in the order they were opened. */
    upgraded: upgraded as readonly Duplex[],
    async open(ticket: string): Promise<OpenSocket> {
      const socket = new WebSocket(`ws://${host}/v1/ws/live?authorization=${ticket}`);
      const received: unknown[] = [];
      socket.on('message', (data) => received.push(JSON.parse(String(data))));
      const closed = new Promise<{ code: number; reason: string; at: number }>((done) =>
        socket.once('close', (code, reason) => done({ code, reason: String(reason), at: performance.now() })),
      );
      await new Promise((done, fail) => socket.once('open', done).once('error', fail));
      return { socket, received, closed };
    },
    close: () => new Promise<void>((done) => void server.close(() => done())),
  };
}
