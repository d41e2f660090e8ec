import { ContractError } from '../../contract/errors.ts';

/** Limits on running, waiting, and jobs per caller (running or waiting). */
export type TurnLimits = {
  atOnce: number;
  waiting: number;
  ofOne: number;
  /** After this long, a caller gets another turn beside its own; most end sooner. */
  longMs?: number;
};

export type Turns = {
  /**
   * Resolves with the function that ends the turn.
   * @param gone aborted when the result is no longer needed
   * @throws ContractError TOO_MANY_REQUESTS when too many wait, or when `gone` is aborted
   */
  take(caller: string, gone?: AbortSignal): Promise<() => void>;
};

const RETRY_SECONDS = 5;

const refuse = (message: string): never => {
  throw new ContractError('TOO_MANY_REQUESTS', `${message}; try again in ${RETRY_SECONDS} s`, {
    retryAfterSeconds: RETRY_SECONDS,
  });
};

/**
 * The next turn goes to the caller with the fewest running. No caller gets all turns, so none can block the others.
 */
export function createTurns({ atOnce, waiting: waitingMax, ofOne, longMs = 0 }: TurnLimits): Turns {
  const running = new Set<{ caller: string; isLong: boolean }>();
  const waiting: { caller: string; begin: () => void }[] = [];
  const atOnceOfOne = Math.max(1, atOnce - 1);
  const listOwn = (caller: string) => [...running].filter((one) => one.caller === caller);
  const runningOf = (caller: string): number => listOwn(caller).length;
  const mayBegin = (caller: string): boolean =>
    runningOf(caller) < atOnceOfOne && listOwn(caller).every(({ isLong }) => isLong);

  const begin = (caller: string): (() => void) => {
    const turn = { caller, isLong: longMs === 0 };
    running.add(turn);
    const timer = setTimeout(() => {
      turn.isLong = true;
      beginNext();
    }, longMs);
    timer.unref();
    return () => {
      clearTimeout(timer);
      if (running.delete(turn)) beginNext();
    };
  };
  const beginNext = (): void => {
    const [first, ...others] = waiting.filter(({ caller }) => mayBegin(caller));
    if (!first || running.size >= atOnce) return;
    const next = others.reduce(
      (best, one) => (runningOf(one.caller) < runningOf(best.caller) ? one : best),
      first,
    );
    waiting.splice(waiting.indexOf(next), 1);
    next.begin();
  };

  return {
    take: async (caller, gone) => {
      const own = runningOf(caller) + waiting.filter((one) => one.caller === caller).length;
      if (own >= ofOne) return refuse(`${ofOne} of your previews, tests, reads and searches are running`);
      if (running.size < atOnce && mayBegin(caller)) return begin(caller);
      if (waiting.length >= waitingMax)
        return refuse('Too many previews, tests, reads and searches are waiting');
      return new Promise((resolve, reject) => {
        const one = {
          caller,
          begin: () => {
            gone?.removeEventListener('abort', leave);
            resolve(begin(caller));
          },
        };
        const leave = () => {
          waiting.splice(waiting.indexOf(one), 1);
          reject(new ContractError('TOO_MANY_REQUESTS', 'It was canceled before it started'));
        };
        waiting.push(one);
        gone?.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
