import type { Clock } from '../ids.ts';

/** An engine's clock that moves so far against ours was set; less is a report that took its time. */
const JUMP_MS = 2000;

/**
 * Turns the times that an engine tells into times of a clock that nobody sets. Its own may jump by a day (R20), and what
 * came before and after could not be compared then.
 */
export function createSteadyTimes(now: Clock) {
  /** What the engine's clock shows more than ours. */
  let ahead: number | undefined;
  const of = (time: number) => Math.min(now(), time - (ahead ?? 0));
  return {
    of,
    /** A report came that the engine made at that time of its own; true when its clock was set since the one before. */
    hear(at: number): boolean {
      const found = at - now();
      const isFirst = ahead === undefined;
      if (Math.abs(found - (ahead ?? Number.POSITIVE_INFINITY)) <= JUMP_MS) return false;
      ahead = found;
      return !isFirst;
    },
  };
}
