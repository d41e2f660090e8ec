import { setTimeout as delay } from 'node:timers/promises';

const FIRST_WAIT_MS = 5;
const LONGEST_WAIT_MS = 80;
const DEADLINE_MS = 30_000;

/**
 * Repeats a check until it passes, in real time.
 * @throws the last error
 */
export async function retry<T>(check: () => T | Promise<T>, withinMs = DEADLINE_MS): Promise<T> {
  const end = process.hrtime.bigint() + BigInt(withinMs) * 1_000_000n;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await check();
    } catch (error) {
      if (process.hrtime.bigint() >= end) throw error;
    }
    await delay(wait);
  }
}
