/** Spreads events over time: at most `perSecond`, and no more than a tenth of a second's worth at once. */
export class Pace {
  readonly #perSecond: number;
  readonly #now: () => number;
  #due: number;
  #at: number;

  /** @param now monotonic milliseconds */
  constructor(perSecond: number, now: () => number) {
    this.#perSecond = perSecond;
    this.#now = now;
    this.#at = now();
    this.#due = this.#most;
  }

  get #most(): number {
    return Math.max(1, Math.floor(this.#perSecond / 10));
  }

  /** How many events may go now, up to `wanted`; they count as gone. */
  take(wanted: number): number {
    const now = this.#now();
    this.#due = Math.min(this.#most, this.#due + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
    const events = Math.min(wanted, Math.floor(this.#due));
    this.#due -= events;
    return events;
  }

  /** Milliseconds until at least one event may go. */
  get waitMs(): number {
    return Math.max(5, Math.ceil(((1 - this.#due) / this.#perSecond) * 1000));
  }
}
