import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import { createReturnTimes } from '../admission.ts';

/** Requests per turn, of Collectors that may be ending and others; then the service does other work. */
const URGENT_AT_ONCE = 50;
const OTHERS_AT_ONCE = 5;
/** Waiting requests; further ones must return later. */
const OTHERS_MAX = 100;
/** With so many waiting, those that may or may not be ending must return, too. */
const DOUBTFUL_MAX = 1000;
const RETURNS_PER_SECOND = 200;
/** Senders give a report up after 30 seconds. */
const RETURN_MAX_SECONDS = 20;

/** `ending`: the Collector may end, and waits for the answer. */
export type Urgency = 'ending' | 'doubtful' | 'other';

/** Queue for agents' telemetry until the sender is looked up, limiting its share of time. */
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
    /** @returns 0 when there is room, else seconds to wait */
    wait(urgency: Urgency): number {
      if (urgency === 'ending') return 0;
      const isFull =
        urgency === 'other' ? others.length >= OTHERS_MAX : urgent.length + others.length >= DOUBTFUL_MAX;
      return isFull ? returnTime() : 0;
    },
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
