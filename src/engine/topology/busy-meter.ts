export class BusyMeter {
  #ms = 0;
  #level = 0;
  #since = 0;

  add(ms: number): void {
    this.#ms += ms;
  }

  enter(share: number, now = performance.now()): void {
    this.#settle(now);
    this.#level += share;
  }

  leave(share: number, now = performance.now()): void {
    this.#settle(now);
    this.#level = Math.max(0, this.#level - share);
  }

  total(now = performance.now()): number {
    this.#settle(now);
    return this.#ms;
  }

  #settle(now: number): void {
    this.#ms += (now - this.#since) * Math.min(1, this.#level);
    this.#since = now;
  }
}
