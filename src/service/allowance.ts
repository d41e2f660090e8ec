import type { Clock } from './clock.ts';

const MINUTE_MS = 60_000;
const MAX_REMEMBERED = 10_000;

export type Allowance = {
  /** @returns 0, or seconds until a token is free */
  take(who: string): number;
  /** `take` without taking. */
  wait(who: string): number;
};

/** @param perMinute refill rate, and by default the initial amount */
export function createAllowance(perMinute: number, clock: Clock, atFirst = perMinute): Allowance {
  const left = new Map<string, { tokens: number; at: number }>();
  const perMs = perMinute / MINUTE_MS;
  const tokensOf = (who: string, now: number): number => {
    const known = left.get(who) ?? { tokens: atFirst, at: now };
    return Math.min(atFirst, known.tokens + Math.max(0, now - known.at) * perMs);
  };
  const secondsFor = (tokens: number): number =>
    tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / perMs / 1000));
  return {
    wait: (who) => secondsFor(tokensOf(who, clock())),
    take(who) {
      const now = clock();
      const tokens = tokensOf(who, now);
      left.delete(who);
      left.set(who, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
      const [oldest] = left.keys();
      if (left.size > MAX_REMEMBERED && oldest !== undefined) left.delete(oldest);
      return secondsFor(tokens);
    },
  };
}
