import { createReadStream, existsSync, statSync } from 'node:fs';
import { connect } from 'node:net';

/** Sends the file `times` times in a row; resolves once the peer has received all of it. */
export function sendFile(path: string, port: number, times = 1): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => void send(times));
    const send = (left: number) => {
      const end = left === 1;
      const file = createReadStream(path, { highWaterMark: 1 << 18 });
      if (!end) file.once('end', () => send(left - 1));
      file.pipe(socket, { end });
    };
    socket.once('error', reject);
    socket.once('close', () => resolve());
    socket.resume();
  });
}

export const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0);

export const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
};
