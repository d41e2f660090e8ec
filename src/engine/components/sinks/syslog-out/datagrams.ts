import { createSocket, type Socket } from 'node:dgram';
import { checkedLookup, checkLiteral } from '../../shared/outbound/address-check.ts';

/** Maximum UDP payload over IPv4. */
export const MAX_DATAGRAM_BYTES = 65_507;

type Target = { readonly address: string; readonly family: number };

export class Datagrams {
  private readonly host: string;
  private readonly port: number;
  private readonly sockets = new Map<number, Socket>();

  constructor(host: string, port: number) {
    this.host = host.replace(/^\[|\]$/g, '');
    this.port = port;
  }

  /** Rejects with TargetRefused or a system error. */
  async send(messages: readonly Buffer[]): Promise<void> {
    checkLiteral(this.host, this.port);
    const { address, family } = await this.resolve();
    const socket = this.sockets.get(family) ?? this.open(family);
    for (const message of messages)
      await new Promise<void>((resolve, reject) =>
        socket.send(message, this.port, address, (error) => (error ? reject(error) : resolve())),
      );
  }

  async close(): Promise<void> {
    const open = [...this.sockets.values()];
    this.sockets.clear();
    await Promise.all(open.map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))));
  }

  private resolve(): Promise<Target> {
    const { promise, resolve, reject } = Promise.withResolvers<Target>();
    checkedLookup(this.port)(this.host, {}, (error, address, family = 4) => {
      if (error || typeof address !== 'string') reject(error ?? new Error('no address'));
      else resolve({ address, family });
    });
    return promise;
  }

  private open(family: number): Socket {
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
    socket.on('error', () => {});
    this.sockets.set(family, socket);
    return socket;
  }
}
