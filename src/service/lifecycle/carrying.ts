import type { EngineProblem } from '../../engine/port.ts';

/** So long the engine may take to take back what was cancelled. */
const TAKE_BACK_MS = 10_000;

/** An order the engine is carrying out: it can be cancelled, and ends in time. */
export type Carrying = {
  signal: AbortSignal;
  cancel(): void;
  /** The time limit was over. */
  isLate(): boolean;
  /** The order's outcome; a rejection when the engine does not even take it back in time. */
  ended<T>(order: Promise<T>): Promise<T>;
};

export function createCarrying(timeLimitMs: number): Carrying {
  const abort = new AbortController();
  let isLate = false;
  return {
    signal: abort.signal,
    cancel: () => abort.abort(),
    isLate: () => isLate,
    ended: async (order) => {
      const abandoned = Promise.withResolvers<never>();
      const timers: NodeJS.Timeout[] = [];
      const after = (ms: number, work: () => void) => timers.push(setTimeout(work, ms));
      const takeBack = () =>
        after(TAKE_BACK_MS, () => abandoned.reject(new Error('The engine does not end this')));
      if (abort.signal.aborted) takeBack();
      else abort.signal.addEventListener('abort', takeBack, { once: true });
      after(timeLimitMs, () => {
        isLate = true;
        abort.abort();
      });
      try {
        return await Promise.race([order, abandoned.promise]);
      } finally {
        for (const timer of timers) clearTimeout(timer);
      }
    },
  };
}

/** Said instead of whatever the engine says of what was taken back because its time was over. */
export const timeOutProblem = (timeLimitMs: number, doing: string): EngineProblem => ({
  errorName: 'DEPLOY_TIMEOUT',
  message: `The deployment did not end within ${timeLimitMs / 1000} s and was taken back`,
  causes: [`It was still ${doing}`],
  resolutions: ['Check the sources and destinations of the pipeline', 'Deploy again'],
});
