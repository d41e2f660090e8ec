import type { Clock } from '../clock.ts';

/** Capacity of one core: each connecting agent sends its full state. */
const RETURNS_PER_SECOND = 200;
/** Open sockets not answered yet. */
const JOINING_MAX = 100;
const WAIT_MAX_SECONDS = 120;

/**
 * Spreads reconnections over time.
 * @param random 0 to 1: waits are whole seconds, so this spreads one second's agents over two
 */
export function createReturnTimes(
  perSecond: number,
  clock: Clock,
  random: () => number = Math.random,
  maxSeconds = WAIT_MAX_SECONDS,
) {
  let next = 0;
  /** @returns seconds to wait */
  return (): number => {
    const now = clock();
    const last = now + maxSeconds * 1000;
    next = Math.min(last, Math.max(now, next) + 1000 / perSecond);
    return Math.ceil((next - now) / 1000 + random());
  };
}

export type Admission = ReturnType<typeof createAdmission>;

/** Admits few agents at a time; others get a time to return before they send anything. */
export function createAdmission(clock: Clock, random?: () => number) {
  const joining = new Set<object>();
  const wait = createReturnTimes(RETURNS_PER_SECOND, clock, random);
  return {
    /** @returns 0 when there is room, else seconds to wait */
    wait: (): number => (joining.size < JOINING_MAX ? 0 : wait()),
    enter: (agent: object): void => void joining.add(agent),
    leave: (agent: object): void => void joining.delete(agent),
  };
}
