import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { MessageChannel, Worker } from 'node:worker_threads';
import { sizeOf } from '../load.ts';

export type Output = {
  /** Grows with the output; cheap to read. */
  size(): number;
  lines(): number;
  /** Unix milliseconds of the last line. */
  lastAt(): number;
};

const NEWLINE = 10;
const CHUNK = 4 << 20;

/** Reads every line only once. */
class LineCount {
  readonly #path: string;
  readonly #chunk = Buffer.allocUnsafe(CHUNK);
  #offset = 0;
  #lines = 0;

  constructor(path: string) {
    this.#path = path;
  }

  upToNow(): number {
    if (sizeOf(this.#path) <= this.#offset) return this.#lines;
    const file = openSync(this.#path, 'r');
    for (;;) {
      const length = readSync(file, this.#chunk, 0, CHUNK, this.#offset);
      if (length === 0) break;
      const bytes = this.#chunk.subarray(0, length);
      for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) this.#lines++;
      this.#offset += length;
    }
    closeSync(file);
    return this.#lines;
  }
}

export function fileOutput(paths: readonly string[]): Output {
  const counts = paths.map((path) => new LineCount(path));
  return {
    size: () => paths.reduce((sum, path) => sum + sizeOf(path), 0),
    lines: () => counts.reduce((sum, count) => sum + count.upToNow(), 0),
    lastAt: () => Math.max(...paths.map((path) => (sizeOf(path) > 0 ? statSync(path).mtimeMs : 0))),
  };
}

export type Receiver = { readonly output: Output; readonly url: string; stop(): Promise<unknown> };

export async function startReceiver(): Promise<Receiver> {
  const count = new Int32Array(new SharedArrayBuffer(4));
  const lastAt = new Float64Array(new SharedArrayBuffer(8));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL('./http-receiver.ts', import.meta.url), {
    workerData: { count, lastAt, port: port2 },
    transferList: [port2],
  });
  const port = await new Promise((resolve, reject) => {
    port1.once('message', resolve);
    worker.once('error', reject);
  });
  port1.close();
  const lines = () => Atomics.load(count, 0);
  return {
    output: { size: lines, lines, lastAt: () => lastAt[0] ?? 0 },
    url: `http://127.0.0.1:${port}/`,
    stop: () => worker.terminate(),
  };
}
