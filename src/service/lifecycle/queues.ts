import { createMutex, type Mutex } from '../analytics/mutex.ts';

/** One line of work per pipeline, so that what is asked of it happens in the order asked. */
export type Queues = {
  run<T>(pipelineId: string, work: () => Promise<T>): Promise<T>;
  /** Holds the lines of all of them while the work runs. */
  runAll<T>(pipelineIds: readonly string[], work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
};

export function createQueues(): Queues {
  const mutexes = new Map<string, Mutex>();
  const running = new Set<Promise<unknown>>();
  const run = <T>(pipelineId: string, work: () => Promise<T>): Promise<T> => {
    const mutex = mutexes.get(pipelineId) ?? createMutex();
    mutexes.set(pipelineId, mutex);
    const result = mutex(work);
    running.add(result);
    const done = () => running.delete(result);
    result.then(done, done);
    return result;
  };
  const runAll = <T>(pipelineIds: readonly string[], work: () => Promise<T>): Promise<T> => {
    // Always in one order: two holders of several lines never wait for each other.
    const [first, ...rest] = [...pipelineIds].sort();
    return first === undefined ? work() : run(first, () => runAll(rest, work));
  };
  return {
    run,
    runAll,
    settled: async () => {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
