import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectSecurely } from 'node:tls';

export class SocketPeer {
  readonly socket: Socket;
  received = Buffer.alloc(0);
  isClosed = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      this.received = Buffer.concat([this.received, bytes]);
    });
    socket.on('close', () => {
      this.isClosed = true;
    });
  }

  static async open(port: number, tls?: ConnectionOptions): Promise<SocketPeer> {
    const target = { host: '127.0.0.1', port };
    const socket = tls ? connectSecurely({ ...target, ...tls }) : connect(target);
    const peer = new SocketPeer(socket);
    await once(socket, tls ? 'secureConnect' : 'connect');
    socket.setNoDelay(true);
    return peer;
  }

  get text(): string {
    return this.received.toString('latin1');
  }

  async send(...parts: (string | Buffer)[]): Promise<void> {
    for (const part of parts) {
      if (this.socket.destroyed) return;
      if (!this.socket.write(part)) await this.#drained();
      if (parts.length > 1) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #drained(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = () => {
      this.socket.off('drain', done).off('close', done);
      resolve();
    };
    this.socket.on('drain', done).on('close', done);
    return promise;
  }
}
