import { setTimeout as delay } from 'node:timers/promises';

const FIRST_WAIT_MS = 10;
const LONGEST_WAIT_MS = 200;

/**
 * Repeats a check until it passes, since other processes send no event to await. Throws the check's last
 * error at the deadline.
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
