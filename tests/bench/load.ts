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

const QUIET_MS = 700;

/** Milliseconds since the epoch of the last write to a file, once it holds so many bytes or stays quiet. */
export async function lastWriteAt(path: string, deadlineMs = 120_000): Promise<number> {
  const deadline = Date.now() + deadlineMs;
  let size = -1;
  let since = Date.now();
  for (;;) {
    const now = sizeOf(path);
    if (now !== size) {
      size = now;
      since = Date.now();
    } else if (size > 0 && Date.now() - since > QUIET_MS) return statSync(path).mtimeMs;
    if (Date.now() > deadline) throw new Error(`${path} holds ${size} bytes after ${deadlineMs} ms`);
    await delay(20);
  }
}

export const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
};
