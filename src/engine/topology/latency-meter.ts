import { LATENCY_LIMITS_MS } from '../types/latency.ts';

/** Counts events by how long they took from the source to the answer of the destination. */
export class LatencyMeter {
  readonly #counts = new Array<number>(LATENCY_LIMITS_MS.length + 1).fill(0);
  #sumMs = 0;

  /** A clock that was set back gives 0. */
  add(events: number, ms: number): void {
    const taken = Math.max(0, ms);
    let at = 0;
    while (at < LATENCY_LIMITS_MS.length && taken > LATENCY_LIMITS_MS[at]!) at++;
    this.#counts[at]! += events;
    this.#sumMs += events * taken;
  }

  total(): { counts: number[]; sumMs: number } {
    return { counts: [...this.#counts], sumMs: this.#sumMs };
  }
}
