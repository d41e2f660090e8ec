import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds of processor time between two looks. */
const LOOK_MS = 16;
/** Who got less of the time that passed has been held up by others. */
const HELD_UP_BELOW = 0.8;
/** Of one processor, while others want it. */
const PART_LEFT = 0.1;
/** Milliseconds of processor time before the first rest: a few new files are soon done. */
const FREE_MS = 500;

type Clock = {
  /** Milliseconds. */
  now(): number;
  /** Milliseconds of processor time that were used. */
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
 * Rests while others want the processors: at the lowest priority, too, work fills each gap that they leave, and takes
 * caches and memory from them.
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

  /** Between two pieces of work. */
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
