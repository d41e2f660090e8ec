import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Sends a file over TCP; resolves once the peer took all of it. */
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

export const countLines = (path: string): number => {
  const bytes = readFileSync(path);
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
};

/**
 * Milliseconds since the epoch of the last write to a file, once it holds so many bytes.
 * @throws Error when it does not get there in time.
 */
export async function lastWriteAt(path: string, bytes: number, deadlineMs = 180_000): Promise<number> {
  const deadline = Date.now() + deadlineMs;
  while (sizeOf(path) < bytes) {
    if (Date.now() > deadline)
      throw new Error(`${path} holds ${sizeOf(path)} of ${bytes} bytes after ${deadlineMs} ms`);
    await delay(10);
  }
  return statSync(path).mtimeMs;
}

export const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
};
