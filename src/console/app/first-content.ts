import { queryClient } from '../api/query-client.ts';

const LOOK_EVERY_MS = 60;
/** Consecutive checks: one answer often triggers the next call. */
const QUIET_LOOKS = 3;
/** Deadline, even if something still loads. */
const AT_LATEST_MS = 4000;

let hasScreen = false;

/** @returns true for the first screen since page load */
export function markScreenArrived(): boolean {
  const isFirst = !hasScreen;
  hasScreen = true;
  return isFirst;
}

/** Also true once an answer arrived, until its part is drawn. */
const isScreenLoading = (): boolean =>
  !hasScreen ||
  document.readyState !== 'complete' ||
  queryClient.isFetching() > 0 ||
  document.querySelector('#content [data-skeleton]') !== null;

const runWhenIdle = (done: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(done, { timeout: 1000 }) : setTimeout(done, 200);

/**
 * Waits for the first screen's data and an idle browser, so that lazy loading does not compete with them.
 * @returns function that cancels
 */
export function runAfterFirstContent(done: () => void): () => void {
  const startedAt = performance.now();
  let isStopped = false;
  let quietLooks = 0;
  const timer = setInterval(() => {
    quietLooks = isScreenLoading() ? 0 : quietLooks + 1;
    if (quietLooks < QUIET_LOOKS && performance.now() - startedAt < AT_LATEST_MS) return;
    clearInterval(timer);
    runWhenIdle(() => !isStopped && done());
  }, LOOK_EVERY_MS);
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
