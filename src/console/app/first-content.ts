import { queryClient } from '../api/query-client.ts';

const LOOK_EVERY_MS = 60;
/** Looks in a row that must find nothing under way: one answer often leads to the next question. */
const QUIET_LOOKS = 3;
/** Whatever still loads by then, the rest must come too. */
const AT_LATEST_MS = 4000;

let hasScreen = false;

/**
 * Told when a screen is mounted, its questions for data asked.
 * @returns true for the first one since the page was opened.
 */
export function screenArrived(): boolean {
  const isFirst = !hasScreen;
  hasScreen = true;
  return isFirst;
}

const whenIdle = (done: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(done, { timeout: 1000 }) : setTimeout(done, 200);

/**
 * Calls `done` once the first screen stands with its data and the browser is idle: what the first content
 * does without must not compete with it. Returns the way to stop.
 */
export function afterFirstContent(done: () => void): () => void {
  const startedAt = performance.now();
  let isStopped = false;
  let quietLooks = 0;
  const timer = setInterval(() => {
    const isLoading = !hasScreen || document.readyState !== 'complete' || queryClient.isFetching() > 0;
    quietLooks = isLoading ? 0 : quietLooks + 1;
    if (quietLooks < QUIET_LOOKS && performance.now() - startedAt < AT_LATEST_MS) return;
    clearInterval(timer);
    whenIdle(() => !isStopped && done());
  }, LOOK_EVERY_MS);
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
