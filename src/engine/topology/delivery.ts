import type { DeliverOutcome } from '../components/types.ts';

/** What a delivery tells its source about memory that waits for room. */
export type Pressure = { waiting(bytes: number): void; settled(bytes: number): void };

/**
 * The acknowledgement of one batch: done when every branch released its hold. Each pipeline, destination
 * and dead letter holds it once.
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

  /** Nothing holds it any more. */
  get isOver(): boolean {
    return this.#holds === 0;
  }

  hold(): void {
    this.#holds++;
  }

  release(): void {
    if (--this.#holds === 0) this.#resolve(this.#lost ? 'unavailable' : 'accepted');
  }

  /** Releases a hold without the promise kept: the source must not consider the batch safe. */
  giveUp(): void {
    this.#lost = true;
    this.release();
  }
}
