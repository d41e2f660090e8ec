import type { DeliverOutcome } from '../components/types.ts';

/** Reports waiting memory to the source. */
export type Pressure = { waiting(bytes: number): void; settled(bytes: number): void };

/**
 * Reference-counted acknowledgement of a batch: each pipeline, destination and dead letter has one reference.
 */
export class Delivery {
  readonly outcome: Promise<DeliverOutcome>;
  readonly pressure: Pressure;
  #holds = 1;
  #lost = false;
  #resolve: (outcome: DeliverOutcome) => void = () => {};

  constructor(pressure: Pressure) {
    this.pressure = pressure;
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
    if (--this.#holds === 0) this.#resolve(this.#lost ? 'unavailable' : 'accepted');
  }

  /** Releases a reference after a failure: the source is not acknowledged. */
  giveUp(): void {
    this.#lost = true;
    this.release();
  }
}
