import { setTimeout as delay } from 'node:timers/promises';

const FIRST_WAIT_MS = 10;
const LONGEST_WAIT_MS = 200;

/**
 * Repeats a check until it passes and gives its result; what happens in another process has no event
 * to wait for. Fails with the check's last error once the deadline is over.
 */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 30_000): Promise<T> {
  const deadline = Date.now() + withinMs;
  let wait = FIRST_WAIT_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() >= deadline) throw error;
    }
    await delay(wait);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}
