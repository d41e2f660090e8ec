import { setTimeout as delay } from 'node:timers/promises';

/** CPU milliseconds between checks. */
const LOOK_MS = 16;
/** A lower share of CPU per elapsed time means others compete for it. */
const HELD_UP_BELOW = 0.8;
/** Share of one core used while others want it. */
const PART_LEFT = 0.1;
/** CPU milliseconds before the first rest: few new files are soon done. */
const FREE_MS = 500;

type Clock = {
  /** Milliseconds. */
  now(): number;
  /** CPU milliseconds. */
  used(): number;
  sleep(ms: number): Promise<unknown>;
};
const CLOCK: Clock = {
  now: () => performance.now(),
  used: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  sleep: delay,
};

/**
 * Rests while others want the CPU. Lowest priority is not enough: it would fill every gap and displace caches
 * and memory.
 */
export class GivingWay {
  readonly #clock: Clock;
  #now: number;
  #used: number;
  readonly #free: number;

  constructor(clock = CLOCK) {
    this.#clock = clock;
    this.#now = clock.now();
    this.#used = clock.used();
    this.#free = this.#used + FREE_MS;
  }

  /** Call between two pieces of work. */
  async pause(): Promise<void> {
    const used = this.#clock.used() - this.#used;
    if (used < LOOK_MS) return;
    const isFree = this.#clock.used() < this.#free;
    const passed = this.#clock.now() - this.#now;
    const rest = used / PART_LEFT - passed;
    if (!isFree && used < passed * HELD_UP_BELOW && rest > 0) await this.#clock.sleep(rest);
    this.#now = this.#clock.now();
    this.#used = this.#clock.used();
  }
}
