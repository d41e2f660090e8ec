import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Beside a busy thread of the engine, a thread of this gets 3 % of a processor; otherwise as much as it likes. */
const NICENESS = 15;
/** The least there is: 1.4 % beside the engine, and 29 % beside a search. */
export const LEAST = 19;

const listThreads = (): number[] => {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [0];
  }
};

/**
 * Leaves the processors to pipelines. Each thread has a priority of its own, and those that collect garbage
 * are there before any code of ours runs.
 */
export function lowerPriority(niceness = NICENESS): void {
  for (const thread of listThreads()) {
    try {
      setPriority(thread, niceness);
    } catch {
      // It has ended.
    }
  }
}
