import type { Server, Socket } from 'node:net';
import type { ComponentContext } from '../../types.ts';
import { connectionsFull } from '../problems.ts';

/** One address may have this share of the connections of a source, and at least `LEAST_OF_ADDRESS`. */
const SHARE_OF_ADDRESS = 1 / 2;
const LEAST_OF_ADDRESS = 8;

/** TCP asks silent peers after this time whether they are still there. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelay: 60_000 } as const;

export type Connection = {
  /** To be closed; set it anew where another one takes over. */
  socket: Socket;
  readonly key: string;
  readonly address: string;
  /** It has sent something that was taken: never closed for others. */
  isProven: boolean;
  /** Requests that wait for their answer: not closed for others meanwhile. */
  requests: number;
};

const makeKey = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/**
 * Open connections of a server, those in a TLS handshake included. When all places are taken, a connection that
 * has sent nothing of use gives way to a new one, so that idle senders cannot keep others out.
 */
export class Connections {
  readonly #context: ComponentContext;
  readonly #refuse: (socket: Socket) => void;
  /** By address and port, oldest first. */
  readonly #open = new Map<string, Connection>();
  readonly #counts = new Map<string, number>();
  #limit: number;

  /** Call it before other listeners of new connections, which skip sockets that are destroyed. */
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

  /** Also finds a secure socket by its connection. */
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
