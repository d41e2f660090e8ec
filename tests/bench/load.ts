import { createReadStream, existsSync, statSync } from 'node:fs';
import { connect } from 'node:net';

/** Resolves once the peer has received the whole file. */
export function sendFile(path: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      createReadStream(path, { highWaterMark: 1 << 18 }).pipe(socket),
    );
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
