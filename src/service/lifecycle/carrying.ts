import type { EngineProblem } from '../../engine/port.ts';

/** How long the engine may take to undo a cancelled order. */
const TAKE_BACK_MS = 10_000;

/** An order of the engine that can be cancelled and has a time limit. */
export type Carrying = {
  signal: AbortSignal;
  cancel(): void;
  isLate(): boolean;
  /** Rejects when the engine does not undo the order in time. */
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
        after(TAKE_BACK_MS, () => abandoned.reject(new Error('The engine does not finish this')));
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

/** Replaces the engine's own message after the time limit. */
export const makeTimeOutProblem = (timeLimitMs: number, doing: string): EngineProblem => ({
  errorName: 'DEPLOY_TIMEOUT',
  message: `The deployment did not end within ${timeLimitMs / 1000} s and was rolled back`,
  causes: [`It was still ${doing}`],
  resolutions: ['Check the sources and destinations of the pipeline', 'Deploy again'],
});
