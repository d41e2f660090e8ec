import type { Clock } from '../components/types.ts';

/** The clock of an engine, which also says when a time has come. */
export type EngineClock = Clock & {
  /** Calls back once, so many milliseconds from now; answers how to call it off. */
  after(ms: number, call: () => void): () => void;
};

export const systemClock: EngineClock = {
  now: () => performance.now(),
  date: () => Date.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

/** Time stands still: for runs that try events, which all come at once. */
export const stillClock = (now: number, date: number): EngineClock => ({
  now: () => now,
  date: () => date,
  after: () => () => {},
});
