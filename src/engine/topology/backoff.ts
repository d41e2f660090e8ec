const BASE_MS = 250;
const CAP_MS = 30_000;

/**
 * Delay in milliseconds before retry `attempt` (from 0): exponential with full jitter, at most 30 s, and at
 * least the destination's Retry-After (capped at 10 minutes).
 * https://datatracker.ietf.org/doc/html/rfc9110#section-10.2.3
 */
export function backoffMs(
  attempt: number,
  retryAfterMs?: number,
  random: () => number = Math.random,
): number {
  const ceiling = Math.min(CAP_MS, BASE_MS * 2 ** Math.min(attempt, 20));
  const jittered = Math.max(10, random() * ceiling);
  return Math.max(jittered, Math.min(retryAfterMs ?? 0, 600_000));
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
