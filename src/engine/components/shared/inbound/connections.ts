import type { Server, Socket } from 'node:net';
import type { ComponentContext } from '../../types.ts';
import { connectionsFull } from '../problems.ts';

/** Share of a source's connections per address, at least `LEAST_OF_ADDRESS`. */
const SHARE_OF_ADDRESS = 1 / 2;
const LEAST_OF_ADDRESS = 8;

/** Detects peers that vanished. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelay: 60_000 } as const;

export type Connection = {
  /** Update it when another socket takes over. */
  socket: Socket;
  readonly key: string;
  readonly address: string;
  /** It sent something valid: never closed in favor of others. */
  isProven: boolean;
  /** Requests awaiting their answer: not closed meanwhile. */
  requests: number;
};

const makeKey = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/**
 * Open connections of a server, including TLS handshakes. When all places are taken, a connection that sent
 * nothing useful yields to a new one, so that idle senders cannot keep others out.
 */
export class Connections {
  readonly #context: ComponentContext;
  readonly #refuse: (socket: Socket) => void;
  readonly #open = new Map<string, Connection>();
  readonly #counts = new Map<string, number>();
  #limit: number;

  /** Call before adding other connection listeners, which skip destroyed sockets. */
  constructor(
    server: Server,
    limit: number,
    context: ComponentContext,
    refuse: (socket: Socket) => void = (socket) => socket.destroy(),
  ) {
    this.#context = context;
    this.#refuse = refuse;
    this.#limit = limit;
    server.on('connection', (socket: Socket) => this.#admit(socket));
  }

  setLimit(limit: number): void {
    this.#limit = limit;
  }

  of(socket: Socket): Connection | undefined {
    return this.#open.get(makeKey(socket));
  }

  closeAll(): void {
    for (const { socket } of this.#open.values()) socket.destroy();
  }

  #admit(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const ofAddress = this.#counts.get(address) ?? 0;
    const most = Math.min(this.#limit, Math.max(LEAST_OF_ADDRESS, Math.ceil(this.#limit * SHARE_OF_ADDRESS)));
    const isFull = this.#open.size >= this.#limit;
    if (isFull || ofAddress >= most) {
      this.#context.report(connectionsFull(this.#limit, most));
      const idle = this.#findIdle(ofAddress >= most ? address : null);
      if (!idle) {
        this.#refuse(socket);
        return;
      }
      this.#forget(idle);
      idle.socket.destroy();
    }
    const key = makeKey(socket);
    const connection: Connection = { socket, key, address, isProven: false, requests: 0 };
    this.#open.set(key, connection);
    this.#counts.set(address, (this.#counts.get(address) ?? 0) + 1);
    socket.once('close', () => {
      if (this.#open.get(key) === connection) this.#forget(connection);
    });
  }

  #findIdle(address: string | null): Connection | null {
    for (const connection of this.#open.values()) {
      if (connection.isProven || connection.requests > 0) continue;
      if (address === null || connection.address === address) return connection;
    }
    return null;
  }

  #forget({ key, address }: Connection): void {
    this.#open.delete(key);
    const left = (this.#counts.get(address) ?? 0) - 1;
    if (left > 0) this.#counts.set(address, left);
    else this.#counts.delete(address);
  }
}
