import { createAdaptorServer } from '@hono/node-server';
import { WebSocket } from 'ws';
import { createSocketServer } from '../../src/service/http/socket-server.ts';
import type { FleetService } from '../api/support/fleets.ts';
import { decodeAnswer, type ServerMessage } from '../harness/opamp.ts';

type Message = Uint8Array<ArrayBuffer>;
/** How an agent speaks to the service. */
export type AgentLine = {
  say: (message: Message) => Promise<ServerMessage>;
  /** Whether the service knows at once that it is gone, else after a silence. */
  isSocket: boolean;
  close: () => void;
};
export type Hears = (message: ServerMessage) => void;

/** It asks, and hears nothing else than the answers. */
export const openHttpLine = (service: FleetService, token: string, hears: Hears): AgentLine => ({
  say: async (message) => {
    const { status, bytes } = await service.post(token, message);
    if (status !== 200) throw new Error(`${status} ${Buffer.from(bytes).toString()}`);
    const answer = decodeAnswer(bytes);
    hears(answer);
    return answer;
  },
  isSocket: false,
  close: () => undefined,
});

/** Where agents connect by sockets. */
export async function listenForAgents(service: FleetService) {
  const server = createAdaptorServer({
    fetch: service.api.service.app.fetch,
    websocket: { server: createSocketServer() },
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return { host, close: () => new Promise<void>((done) => void server.close(() => done())) };
}

/** Each message names a custom capability: what refuses it is the answer, anything else is an offer. */
export async function openSocketLine(host: string, token: string, hears: Hears): Promise<AgentLine> {
  const headers = { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`ws://${host}/v1/opamp`, { headers });
  await new Promise<void>((done, fail) => {
    socket.once('open', done);
    socket.once('error', fail);
  });
  let answer = Promise.withResolvers<ServerMessage>();
  answer.promise.catch(() => undefined);
  socket.on('message', (data: Buffer) => {
    const message = decodeAnswer(data.subarray(1));
    hears(message);
    if (message.customCapabilities) answer.resolve(message);
  });
  socket.once('close', () => answer.reject(new Error('its socket was closed')));
  return {
    say: (message) => {
      answer = Promise.withResolvers();
      socket.send(Buffer.concat([Buffer.of(0), message]));
      return answer.promise;
    },
    isSocket: true,
    close: () => socket.close(),
  };
}
