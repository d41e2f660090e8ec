import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { messagesOf, type Suite } from './suite.ts';

/** Sends what a suite holds, one after the other. */
export async function sendDatagrams(suite: Suite, port: number): Promise<void> {
  const socket = createSocket('udp4');
  socket.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  for (const datagram of messagesOf(suite))
    await new Promise<void>((sent) => socket.send(datagram ?? '', () => sent()));
  socket.close();
}
