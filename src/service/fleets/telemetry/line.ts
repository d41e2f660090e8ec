import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import { createReturnTimes } from '../admission.ts';

/** Requests that are admitted in one turn, of Collectors that may be ending and of others; then the rest of the service has its turn. */
const URGENT_AT_ONCE = 50;
const OTHERS_AT_ONCE = 5;
/** So many others wait; further ones are told to come again. */
const OTHERS_MAX = 100;
/** With so many waiting, those of which it is not known whether they are ending are told to come again, too. */
const DOUBTFUL_MAX = 1000;
const RETURNS_PER_SECOND = 200;
/** What sends telemetry gives a report up after half a minute. */
const RETURN_MAX_SECONDS = 20;

/** `ending`: its Collector may end, and waits for the answer until then. */
export type Urgency = 'ending' | 'doubtful' | 'other';

/**
 * Where what agents send of their own waits until the sender is looked up, so that it takes no more than a share of
 * the time, however many send at once.
 */
export function createLine(clock: Clock, random?: () => number) {
  const urgent: (() => Promise<void>)[] = [];
  const others: (() => Promise<void>)[] = [];
  const returnTime = createReturnTimes(RETURNS_PER_SECOND, clock, random, RETURN_MAX_SECONDS);
  let isRunning = false;

  const run = async (): Promise<void> => {
    while (urgent.length + others.length > 0) {
      await setImmediate();
      const part = [...urgent.splice(0, URGENT_AT_ONCE), ...others.splice(0, OTHERS_AT_ONCE)];
      await Promise.all(part.map((work) => work()));
    }
    isRunning = false;
  };

  return {
    /** @returns 0 when there is room for another, else the seconds after which to come again */
    wait(urgency: Urgency): number {
      if (urgency === 'ending') return 0;
      const isFull =
        urgency === 'other' ? others.length >= OTHERS_MAX : urgent.length + others.length >= DOUBTFUL_MAX;
      return isFull ? returnTime() : 0;
    },
    /** Does it when its turn has come. */
    take<T>(urgency: Urgency, work: () => Promise<T>): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      (urgency === 'other' ? others : urgent).push(() => work().then(resolve, reject));
      if (!isRunning) {
        isRunning = true;
        void run();
      }
      return promise;
    },
  };
}
