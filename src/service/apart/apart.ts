import type { Principal } from '../auth/permissions.ts';
import { createPool, type Job } from './pool.ts';
import { createTurns, type TurnLimits } from './turns.ts';

/** Each job may take hundreds of MB for seconds. */
const LIMITS: TurnLimits = { atOnce: 2, waiting: 32, ofOne: 8 };
/** Separate, since connection tests mostly wait for answers. */
const TEST_LIMITS: TurnLimits = { atOnce: 2, waiting: 16, ofOne: 4 };
/** Searches read all events of a site, in the engine thread that also stores new dead letters. */
const SEARCH_LIMITS: TurnLimits = { atOnce: 2, waiting: 16, ofOne: 4 };

/** Separate, since sentences to the assistant take seconds at most. */
const SENTENCE_LIMITS: TurnLimits = { atOnce: 2, waiting: 16, ofOne: 4 };
/** Alert trials compute in the service's own thread, with pauses. */
const TRIAL_LIMITS: TurnLimits = { atOnce: 2, waiting: 16, ofOne: 4 };

/** Most searches end at once; one that hangs must not block the others. */
const LOG_LIMITS: TurnLimits = { atOnce: 3, waiting: 16, ofOne: 4, longMs: 1000 };
/** Each reads its tables into memory. */
const QUERY_LIMITS: TurnLimits = { atOnce: 2, waiting: 32, ofOne: 12 };

/** Isolates user input that could take long or much memory: definitions, patterns, drafts, tests. */
export type Apart = {
  /**
   * In a thread with limited memory and time.
   * @throws JobOverrun, ContractError TOO_MANY_REQUESTS, or an Error when the job fails
   */
  run<I, O>(job: Job<I, O>, input: I): Promise<O>;
  /**
   * Takes a turn for work in another process.
   * @throws ContractError TOO_MANY_REQUESTS
   */
  inTurn<T>(
    kind: 'draft' | 'test' | 'search' | 'logRows' | 'logCount' | 'query' | 'trial',
    work: () => Promise<T>,
  ): Promise<T>;
  /** Counted for that caller; waiting jobs end once `gone` is aborted. */
  of(principal: Principal, gone: AbortSignal): Apart;
  stop(): Promise<void>;
};

const SERVICE = 'service';

/** A key counts separately, like its limit of calls. */
const nameOf = ({ keyId, user }: Principal): string => (keyId === undefined ? user.id : `key ${keyId}`);

export function createApart(): Apart {
  const pool = createPool();
  const work = createTurns(LIMITS);
  const turns = {
    job: work,
    draft: work,
    test: createTurns(TEST_LIMITS),
    search: createTurns(SEARCH_LIMITS),
    // Pages of rows do not wait for slower counts.
    logRows: createTurns(LOG_LIMITS),
    logCount: createTurns(LOG_LIMITS),
    query: createTurns(QUERY_LIMITS),
    sentence: createTurns(SENTENCE_LIMITS),
    trial: createTurns(TRIAL_LIMITS),
  };
  const make = (caller: string, gone?: AbortSignal): Apart => {
    const inTurn = async <T>(kind: keyof typeof turns, work: () => Promise<T>): Promise<T> => {
      const end = await turns[kind].take(caller, gone);
      try {
        return await work();
      } finally {
        end();
      }
    };
    return {
      inTurn,
      run: (job, input) => inTurn(job.turns ?? 'job', () => pool.run(job, input)),
      of: (principal, gone) => make(nameOf(principal), gone),
      stop: pool.stop,
    };
  };
  return make(SERVICE);
}
