import type { Clock } from '../components/types.ts';

export type EngineClock = Clock & {
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

/** A frozen clock for previews: all their events arrive at once. */
export const stillClock = (now: number, date: number): EngineClock => ({
  now: () => now,
  date: () => date,
  after: () => () => {},
});
