import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { OPAMP_MAX_BYTES, OPAMP_PATH } from '../../contract/limits.ts';
import { MAX_MESSAGE_BYTES } from '../live/channel.ts';

const isOpamp = (url = ''): boolean => url === OPAMP_PATH || url.startsWith(`${OPAMP_PATH}?`);

/** Agents report whole configurations, longer than other sockets' messages. */
class SizedSocketServer extends WebSocketServer {
  readonly #agents = new WebSocketServer({
    noServer: true,
    maxPayload: OPAMP_MAX_BYTES,
    // For agents that offer it; no context is kept between messages, since thousands of sockets have few.
    perMessageDeflate: {
      threshold: 4096,
      serverNoContextTakeover: true,
      clientNoContextTakeover: true,
      concurrencyLimit: 4,
    },
  });

  constructor() {
    super({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
    this.#agents.on('headers', (headers, request) => this.emit('headers', headers, request));
  }

  override handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    done: (client: WebSocket, request: IncomingMessage) => void,
  ): void {
    if (isOpamp(request.url)) this.#agents.handleUpgrade(request, socket, head, done);
    else super.handleUpgrade(request, socket, head, done);
  }
}

export const createSocketServer = (): WebSocketServer => new SizedSocketServer();
