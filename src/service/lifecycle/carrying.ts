import type { EngineProblem } from '../../engine/port.ts';

const TAKE_BACK_MS = 10_000;

/** An order to the engine with cancel and time limit. */
export type Carrying = {
  signal: AbortSignal;
  cancel(): void;
  /** Stops the time limit while waiting for others; then it starts anew. */
  hold(isWaiting: boolean): void;
  isLate(): boolean;
  /** Rejects when the engine does not undo the order in time. */
  ended<T>(order: Promise<T>): Promise<T>;
};

export function createCarrying(timeLimitMs: number): Carrying {
  const abort = new AbortController();
  let isLate = false;
  let isUnderWay = false;
  let limit: NodeJS.Timeout | undefined;
  const holdBack = () => {
    clearTimeout(limit);
    limit = undefined;
  };
  const count = () => {
    limit ??= setTimeout(() => {
      isLate = true;
      abort.abort();
    }, timeLimitMs);
  };
  return {
    signal: abort.signal,
    cancel: () => abort.abort(),
    hold: (isWaiting) => {
      if (isWaiting) holdBack();
      else if (isUnderWay) count();
    },
    isLate: () => isLate,
    ended: async (order) => {
      const abandoned = Promise.withResolvers<never>();
      let patience: NodeJS.Timeout | undefined;
      const abandon = () => abandoned.reject(new Error('The engine does not finish this'));
      const takeBack = () => {
        patience = setTimeout(abandon, TAKE_BACK_MS);
      };
      if (abort.signal.aborted) takeBack();
      else abort.signal.addEventListener('abort', takeBack, { once: true });
      isUnderWay = true;
      count();
      try {
        return await Promise.race([order, abandoned.promise]);
      } finally {
        isUnderWay = false;
        holdBack();
        clearTimeout(patience);
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
