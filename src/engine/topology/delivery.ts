import type { DeliverOutcome } from '../components/types.ts';
import { steadyNow } from '../steady-now.ts';

export type Pressure = { waiting(bytes: number): void; settled(bytes: number): void };

/**
 * Reference-counted acknowledgement of a batch, with one reference per pipeline, destination and dead letter.
 */
export class Delivery {
  readonly outcome: Promise<DeliverOutcome>;
  readonly pressure: Pressure;
  /** Milliseconds of `steadyNow`. */
  readonly arrivedAt: number;
  #holds = 1;
  #lost = false;
  #resolve: (outcome: DeliverOutcome) => void = () => {};
  readonly #beforeEnd: (() => void) | null;

  /** `beforeEnd` runs before anyone learns the outcome. */
  constructor(pressure: Pressure, beforeEnd: (() => void) | null = null, arrivedAt = steadyNow()) {
    this.pressure = pressure;
    this.#beforeEnd = beforeEnd;
    this.arrivedAt = arrivedAt;
    this.outcome = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  get isOver(): boolean {
    return this.#holds === 0;
  }

  hold(): void {
    this.#holds++;
  }

  release(): void {
    if (--this.#holds > 0) return;
    this.#beforeEnd?.();
    this.#resolve(this.#lost ? 'unavailable' : 'accepted');
  }

  /** Releases a reference after a failure: the source gets no acknowledgement. */
  giveUp(): void {
    this.#lost = true;
    this.release();
  }
}
