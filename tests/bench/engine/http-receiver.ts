import { createServer } from 'node:http';
import { type MessagePort, workerData } from 'node:worker_threads';

/** Number of posted lines and time of the last one, in shared memory. */
export type Shared = { readonly count: Int32Array; readonly lastAt: Float64Array };
const { count, lastAt, port } = workerData as Shared & { port: MessagePort };
const NEWLINE = 10;

const server = createServer((request, response) => {
  let lines = 0;
  let last = NEWLINE;
  request.on('data', (chunk: Buffer) => {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines++;
    last = chunk[chunk.length - 1] ?? last;
  });
  request.on('end', () => {
    Atomics.add(count, 0, last === NEWLINE ? lines : lines + 1);
    lastAt[0] = Date.now();
    response.end();
  });
});
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  port.postMessage(typeof address === 'object' ? address?.port : 0);
});
