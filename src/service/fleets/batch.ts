import { setImmediate } from 'node:timers/promises';
import type { Repositories, Store } from '../store/index.ts';

const AT_ONCE = 100;

type Work<T> = (tx: Repositories) => Promise<T>;
type Waiting = { work: Work<unknown>; done: (value: unknown) => void; fail: (error: unknown) => void };

/**
 * Joins what many agents say at once into one transaction, so that the disk is waited for once. Whatever else has
 * to be done comes between two of them. A write may be tried twice: when another one beside it failed.
 */
export function createBatch(store: Pick<Store, 'transaction'>) {
  let waiting: Waiting[] = [];
  let isRunning = false;

  const storePart = async (part: readonly Waiting[]): Promise<void> => {
    try {
      const results = await store.transaction(async (tx) => {
        const made: unknown[] = [];
        for (const { work } of part) made.push(await work(tx));
        return made;
      });
      for (const [at, { done }] of part.entries()) done(results[at]);
    } catch {
      for (const { work, done, fail } of part) await store.transaction(work).then(done, fail);
    }
  };

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      await setImmediate();
      const part = waiting.slice(0, AT_ONCE);
      waiting = waiting.slice(AT_ONCE);
      await storePart(part);
    }
    isRunning = false;
  };

  return <T>(work: Work<T>): Promise<T> =>
    new Promise<T>((done, fail) => {
      waiting.push({ work, done: done as Waiting['done'], fail });
      if (isRunning) return;
      isRunning = true;
      void run();
    });
}
