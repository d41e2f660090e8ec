import { existsSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';
import { readSettings } from './settings.ts';

const ALLOWED = '/proc/sys/net/core/somaxconn';
const COMING = Math.min(1500, existsSync(ALLOWED) ? Number(readFileSync(ALLOWED, 'utf8')) : 128);
const PATIENCE_MS = 20_000;

/** Connects in another thread, since this one is busy; counts in `shared`, and wakes it in the end. */
const CONNECT = `
const { connect } = require('node:net');
const { workerData: { port, shared, coming } } = require('node:worker_threads');
const count = new Int32Array(shared);
for (let n = 0; n < coming; n += 1) {
  const socket = connect(port, '127.0.0.1', () => {
    if (Atomics.add(count, 0, 1) + 1 === coming) { Atomics.store(count, 1, 1); Atomics.notify(count, 1); }
  });
  socket.on('error', () => {});
}
`;

test('who connects while the service is busy is not turned away', async () => {
  const server = await listen(readSettings({ PENSTOCK_PORT: '0' }));
  const shared = new SharedArrayBuffer(8);
  const count = new Int32Array(shared);
  const worker = new Worker(CONNECT, {
    eval: true,
    workerData: { port: server.port, shared, coming: COMING },
  });
  try {
    // The system turns most of the excess away, at first for a second.
    Atomics.wait(count, 1, 0, PATIENCE_MS);
    expect(count[0]).toBe(COMING);
  } finally {
    await worker.terminate();
    await server.close();
  }
});
