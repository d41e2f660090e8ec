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
  const server = createAdaptorServer({
    fetch: api.service.app.fetch,
    websocket: { server: new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES }) },
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    url: `http://${host}`,
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
