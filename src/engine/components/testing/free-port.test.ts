import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';

test('no port is given twice, though nobody took the ones before', async () => {
  const ports = await Promise.all(Array.from({ length: 400 }, freePort));
  expect(new Set(ports).size).toBe(400);
});

test('a port that somebody listens on is left out', async () => {
  const first = await freePort();
  const server = createServer();
  await new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(first + 1, '127.0.0.1', () => resolve(undefined));
  });
  expect(await freePort()).not.toBe(first + 1);
  await new Promise((resolve) => server.close(resolve));
});
