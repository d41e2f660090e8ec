import type { Principal } from '../auth/permissions.ts';
import { createPool, type Job } from './pool.ts';
import { createTurns, type TurnLimits } from './turns.ts';

/** In all, so that neither memory nor processors run out: each may take hundreds of MB for seconds. */
const LIMITS: TurnLimits = { atOnce: 2, waiting: 32, ofOne: 8 };

/** Runs apart what people send and what could take long or much memory: definitions, patterns, drafts, tests. */
export type Apart = {
  /**
   * In a thread with limited memory and time.
   * @throws JobOverrun, ContractError TOO_MANY_REQUESTS, or an Error when the job fails
   */
  run<I, O>(job: Job<I, O>, input: I): Promise<O>;
  /**
   * What runs in a process of its own, in turn with the rest.
   * @throws ContractError TOO_MANY_REQUESTS
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** The same, counted for that caller. */
  of(principal: Principal): Apart;
  stop(): Promise<void>;
};

const SERVICE = 'service';

/** A key counts for itself, as its limit of calls does. */
const nameOf = ({ keyId, user }: Principal): string => (keyId === undefined ? user.id : `key ${keyId}`);

export function createApart(limits: TurnLimits = LIMITS): Apart {
  const pool = createPool();
  const turns = createTurns(limits);
  const make = (caller: string): Apart => {
    const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
      const end = await turns.take(caller);
      try {
        return await work();
      } finally {
        end();
      }
    };
    return {
      inTurn,
      run: (job, input) => inTurn(() => pool.run(job, input)),
      of: (principal) => make(nameOf(principal)),
      stop: pool.stop,
    };
  };
  return make(SERVICE);
}
