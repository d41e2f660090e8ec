import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral range, so that no outgoing connection takes the port. */
const FIRST_PORT = 15_000;
const RANGE = 1000;
const RANGES_OF_EACH_RUNNER = 8;

/** Each test process has its own range; so do unit and browser tests. */
const range =
  process.env.TEST_PARALLEL_INDEX === undefined
    ? Number(process.env.VITEST_POOL_ID ?? 0) % RANGES_OF_EACH_RUNNER
    : RANGES_OF_EACH_RUNNER + (Number(process.env.TEST_PARALLEL_INDEX) % RANGES_OF_EACH_RUNNER);

let next = randomInt(RANGE);

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Random start, as the previous file may still use its ports; never the same port twice in one process. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < RANGE; tries += 1) {
    const port = FIRST_PORT + range * RANGE + (next % RANGE);
    next += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${FIRST_PORT + range * RANGE} on is free`);
}
