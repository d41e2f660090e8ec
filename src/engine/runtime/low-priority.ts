import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Beside a busy thread of the engine, a thread of this gets 3 % of a processor; otherwise as much as it likes. */
export const SEARCH_NICENESS = 15;
/** The least there is: 1.4 % beside the engine, and 29 % beside a search. */
export const INDEX_NICENESS = 19;

const listThreads = (pid: number): number[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
};

/** Leaves the processors to pipelines. Each thread has a priority of its own, and later ones have that of their maker. */
export function lowerPriority(pid: number, niceness: number): void {
  for (const thread of listThreads(pid)) {
    try {
      setPriority(thread, niceness);
    } catch {
      // It has ended.
    }
  }
}
