import { createMutex, type Mutex } from '../mutex.ts';

/** One queue per pipeline keeps actions in order. */
export type Queues = {
  run<T>(pipelineId: string, work: () => Promise<T>): Promise<T>;
  runAll<T>(pipelineIds: readonly string[], work: () => Promise<T>): Promise<T>;
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
    // A fixed order prevents deadlocks.
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
