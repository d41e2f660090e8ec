import { Worker } from 'node:worker_threads';
import type { PatternOutcome, PatternTrial } from '../../../contract/calls/patterns.ts';
import type { TrialMessage } from './trial.worker.ts';

const TIME_LIMIT_MS = 1000;
const TOO_SLOW: PatternOutcome = {
  problem: `The pattern took more than ${TIME_LIMIT_MS / 1000} s on these samples; make it simpler or the samples shorter`,
  results: [],
};

/** Tries users' patterns outside the request thread. */
export type PatternTrials = { run(trial: PatternTrial): Promise<PatternOutcome>; stop(): Promise<void> };

/** One worker, started with the first trial. Trials run in sequence; a slow one is terminated. */
export function createPatternTrials(): PatternTrials {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const start = (): Worker => {
    const started = new Worker(new URL('./trial.worker.ts', import.meta.url));
    started.unref();
    return started;
  };
  const stop = async () => {
    const former = worker;
    worker = undefined;
    await former?.terminate();
  };
  const runNow = async (trial: PatternTrial): Promise<PatternOutcome> => {
    worker ??= start();
    const own = worker;
    const { promise, resolve, reject } = Promise.withResolvers<PatternOutcome>();
    let timer: NodeJS.Timeout | undefined;
    const heard = (message: TrialMessage) => {
      if (message.kind === 'ended') resolve(message.outcome);
      else timer = setTimeout(() => resolve(TOO_SLOW), TIME_LIMIT_MS);
    };
    own.on('message', heard).on('error', reject).ref();
    own.postMessage(trial);
    try {
      const outcome = await promise;
      if (outcome === TOO_SLOW) await stop();
      return outcome;
    } catch (error) {
      await stop();
      throw error;
    } finally {
      clearTimeout(timer);
      own.off('message', heard).off('error', reject).unref();
    }
  };
  return {
    run: (trial) => {
      const outcome = last.then(() => runNow(trial));
      last = outcome.catch(() => undefined);
      return outcome;
    },
    stop,
  };
}
