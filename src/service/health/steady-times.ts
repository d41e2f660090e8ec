import type { Clock } from '../clock.ts';

/** A larger shift means that the engine's clock was set; a smaller one is a slow report. */
const JUMP_MS = 2000;

/** Converts times of an engine's clock, which may be set, to a monotonic clock. */
export function createSteadyTimes(now: Clock) {
  /** How far the engine's clock is ahead. */
  let ahead: number | undefined;
  const of = (time: number) => Math.min(now(), time - (ahead ?? 0));
  return {
    of,
    /** True when the engine's clock was set since the previous report. */
    hear(at: number): boolean {
      const found = at - now();
      const isFirst = ahead === undefined;
      if (Math.abs(found - (ahead ?? Number.POSITIVE_INFINITY)) <= JUMP_MS) return false;
      ahead = found;
      return !isFirst;
    },
  };
}
