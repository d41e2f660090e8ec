/** How long something was busy, in whole or in part. */
export class BusyMeter {
  #ms = 0;
  #level = 0;
  #since = 0;

  /** Adds time that has passed. */
  add(ms: number): void {
    this.#ms += ms;
  }

  /** From now on that part of it (0 to 1) is busy in addition. */
  enter(share: number, now = performance.now()): void {
    this.#settle(now);
    this.#level += share;
  }

  leave(share: number, now = performance.now()): void {
    this.#settle(now);
    this.#level = Math.max(0, this.#level - share);
  }

  /** Milliseconds of being wholly busy, up to now. */
  total(now = performance.now()): number {
    this.#settle(now);
    return this.#ms;
  }

  #settle(now: number): void {
    this.#ms += (now - this.#since) * Math.min(1, this.#level);
    this.#since = now;
  }
}
