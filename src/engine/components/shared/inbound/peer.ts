import type { IncomingMessage } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { describeOrigin } from '../../../event/origins.ts';
import { plainAddress } from './sender-book.ts';

export type Sender = { readonly address: string; readonly origin: string };

const known = new WeakMap<Socket, string>();

export const joinHostPort = (address: string, port: number): string =>
  isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`;

/** The part of `@origin` shared by all events of a connection, for `setOrigin`. */
export function describePeer(socket: Socket): string {
  const before = known.get(socket);
  if (before !== undefined) return before;
  const { remoteAddress, localAddress, localPort } = socket;
  const details = describeOrigin({
    sender: remoteAddress && plainAddress(remoteAddress),
    listener: localAddress && localPort ? joinHostPort(plainAddress(localAddress), localPort) : undefined,
    client: socket instanceof TLSSocket ? nameInCertificate(socket) : undefined,
  });
  known.set(socket, details);
  return details;
}

/** Reads the socket only when the origin is read. */
export const findSender = (address = '', socket: () => Socket): Sender => ({
  address,
  get origin() {
    return describePeer(socket());
  },
});

export const senderOf = ({ socket }: IncomingMessage): Sender =>
  findSender(socket.remoteAddress, () => socket);

/** For datagrams. Caches the last sender, since most send many times in a row. */
export function datagramSenders(listener: string): (address: string) => Sender {
  let last: Sender | null = null;
  return (address) => {
    if (last?.address !== address)
      last = { address, origin: describeOrigin({ sender: plainAddress(address), listener }) };
    return last;
  };
}

/** Undefined unless the listener requested and verified a certificate. */
function nameInCertificate(socket: TLSSocket): string | undefined {
  if (!socket.authorized) return undefined;
  const { subject, subjectaltname } = socket.getPeerCertificate();
  const name: unknown = subject?.CN ?? subjectaltname;
  return Array.isArray(name) ? name.join(', ') : typeof name === 'string' ? name : undefined;
}
