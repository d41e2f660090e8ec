import type { Principal } from '../auth/permissions.ts';
import { createPool, type Job } from './pool.ts';
import { createTurns, type TurnLimits } from './turns.ts';

/** So that neither memory nor processors run out: each may take hundreds of MB for seconds. */
const LIMITS: TurnLimits = { atOnce: 2, waiting: 32, ofOne: 8 };
/** Tests of connections mostly wait for an answer, so the others do not wait for them. */
const TEST_LIMITS: TurnLimits = { atOnce: 2, waiting: 16, ofOne: 4 };
/** Searches read all events of a site, in the thread of its engine that also keeps new dead letters. */
const SEARCH_LIMITS: TurnLimits = { atOnce: 2, waiting: 16, ofOne: 4 };

/** Sentences to the assistant, which take seconds at most: they do not wait for what takes longer. */
const SENTENCE_LIMITS: TurnLimits = { atOnce: 2, waiting: 16, ofOne: 4 };
/** Trials of alert rules compute in the service's own thread, with pauses. */
const TRIAL_LIMITS: TurnLimits = { atOnce: 2, waiting: 16, ofOne: 4 };

/** Of searches most end at once, and leave a warm process to the next; one that hangs keeps no other one waiting. */
const LOG_LIMITS: TurnLimits = { atOnce: 3, waiting: 16, ofOne: 4, longMs: 1000 };
/** Each reads its tables into memory. */
const QUERY_LIMITS: TurnLimits = { atOnce: 2, waiting: 32, ofOne: 12 };

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
  inTurn<T>(
    kind: 'draft' | 'test' | 'search' | 'logRows' | 'logCount' | 'query' | 'trial',
    work: () => Promise<T>,
  ): Promise<T>;
  /** The same, counted for that caller; what waits is given up once `gone` is aborted. */
  of(principal: Principal, gone: AbortSignal): Apart;
  stop(): Promise<void>;
};

const SERVICE = 'service';

/** A key counts for itself, as its limit of calls does. */
const nameOf = ({ keyId, user }: Principal): string => (keyId === undefined ? user.id : `key ${keyId}`);

export function createApart(): Apart {
  const pool = createPool();
  const work = createTurns(LIMITS);
  const turns = {
    job: work,
    draft: work,
    test: createTurns(TEST_LIMITS),
    search: createTurns(SEARCH_LIMITS),
    // Pages of rows do not wait for counts, which take longer.
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
