import type { Clock } from '../clock.ts';

/** What a service of one core has time for: each that connects says everything about itself. */
const RETURNS_PER_SECOND = 200;
/** Sockets that are open and have not been answered yet. */
const JOINING_MAX = 100;
const WAIT_MAX_SECONDS = 120;

/**
 * Gives each agent that must come again a time of its own, so that they do not all come at once.
 * @param random from 0 to 1: seconds are whole, so it spreads those of one second over two
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

/** Lets few agents in at a time. The others are told when to come, before they have said anything. */
export function createAdmission(clock: Clock, random?: () => number) {
  const joining = new Set<object>();
  const wait = createReturnTimes(RETURNS_PER_SECOND, clock, random);
  return {
    /** @returns 0 when there is room for another, else the seconds after which to come again */
    wait: (): number => (joining.size < JOINING_MAX ? 0 : wait()),
    enter: (agent: object): void => void joining.add(agent),
    /** It was answered, or has gone. */
    leave: (agent: object): void => void joining.delete(agent),
  };
}
