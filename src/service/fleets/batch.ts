import { setImmediate } from 'node:timers/promises';
import type { AgentChange } from '../store/fleet-agents.ts';
import type { Repositories, Store } from '../store/index.ts';

const AT_ONCE = 100;

type Work<T> = (tx: Repositories) => Promise<T>;
type Settle = { done: (value: unknown) => void; fail: (error: unknown) => void };
type Waiting = Settle & ({ work: Work<unknown> } | { change: AgentChange });

export type Batch = ReturnType<typeof createBatch>;

/**
 * Joins many agents' reports into one transaction with few statements, to wait for the disk once. Other work
 * runs between two. A write may run twice, if another one in its batch failed.
 */
export function createBatch(store: Pick<Store, 'transaction'>) {
  let waiting: Waiting[] = [];
  let isRunning = false;

  const storeInOrder = async (tx: Repositories, part: readonly Waiting[]): Promise<unknown[]> => {
    const made: unknown[] = [];
    let changes: AgentChange[] = [];
    const storeChanges = async (): Promise<void> => {
      if (changes.length > 0) await tx.fleetAgents.change(changes);
      changes = [];
    };
    for (const one of part) {
      if ('change' in one) {
        changes.push(one.change);
        made.push(undefined);
      } else {
        await storeChanges();
        made.push(await one.work(tx));
      }
    }
    await storeChanges();
    return made;
  };

  const storePart = async (part: readonly Waiting[]): Promise<void> => {
    try {
      const results = await store.transaction((tx) => storeInOrder(tx, part));
      for (const [at, { done }] of part.entries()) done(results[at]);
    } catch {
      for (const one of part)
        await store.transaction((tx) => storeInOrder(tx, [one])).then(([made]) => one.done(made), one.fail);
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

  const add = (one: Waiting): void => {
    waiting.push(one);
    if (isRunning) return;
    isRunning = true;
    void run();
  };

  return {
    inBatch: <T>(work: Work<T>): Promise<T> =>
      new Promise<T>((done, fail) => add({ work, done: done as Settle['done'], fail })),
    changeInBatch: (change: AgentChange): Promise<void> =>
      new Promise<void>((done, fail) => add({ change, done: done as Settle['done'], fail })),
  };
}
