import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range from which the system takes ports for outgoing connections: while who listens there is
 * down, no connection of another process gets in the way.
 */
const FIRST_PORT = 15_000;
const RANGE = 1000;
const RANGES_OF_EACH_RUNNER = 8;

/** Test files that run at the same time have ranges of their own; so have unit and browser tests. */
const range =
  process.env.TEST_PARALLEL_INDEX === undefined
    ? Number(process.env.VITEST_POOL_ID ?? 0) % RANGES_OF_EACH_RUNNER
    : RANGES_OF_EACH_RUNNER + (Number(process.env.TEST_PARALLEL_INDEX) % RANGES_OF_EACH_RUNNER);

/** Not from its beginning: what the file before left behind may still hold its ports. */
let next = randomInt(RANGE);

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port of loopback that nobody listens on; never the same twice to one process. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < RANGE; tries += 1) {
    const port = FIRST_PORT + range * RANGE + (next % RANGE);
    next += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${FIRST_PORT + range * RANGE} on is free`);
}
