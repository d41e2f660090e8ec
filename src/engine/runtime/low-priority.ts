import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Gets 3 % of a core beside a busy engine thread; all of an idle one. */
export const SEARCH_NICENESS = 15;
/** The lowest: 1.4 % beside the engine, and 29 % beside a search. */
export const INDEX_NICENESS = 19;

const listThreads = (pid: number): number[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
};

/** Linux priorities are per thread, and inherited by new threads. */
export function lowerPriority(pid: number, niceness: number): void {
  for (const thread of listThreads(pid)) {
    try {
      setPriority(thread, niceness);
    } catch {}
  }
}
