/** Values are told within this part of themselves. */
export const QUANTILE_ERROR = 0.01;
const BASE = (1 + QUANTILE_ERROR) / (1 - QUANTILE_ERROR);
const LOG_BASE = Math.log(BASE);
/** Values nearer to zero than this count as zero. */
const SMALLEST = 1e-9;
/** More are never needed for values that differ by less than seventeen orders of magnitude. */
const MOST_BUCKETS = 2048;

/** What one bucket costs, roughly. */
const BUCKET_BYTES = 32;

/**
 * Counts numbers in buckets whose width grows with the numbers (as DDSketch does), so that any quantile can be
 * told within one per cent in bounded memory. Beyond its buckets the values nearest to zero share one.
 */
export class Quantiles {
  /** Above zero by rising size; below zero by negative keys beyond any of the others. */
  readonly #above = new Map<number, number>();
  readonly #below = new Map<number, number>();
  #zeros = 0;
  count = 0;

  /** The bytes it grew by. */
  add(value: number): number {
    this.count++;
    const size = Math.abs(value);
    if (size < SMALLEST) {
      this.#zeros++;
      return 0;
    }
    const buckets = value > 0 ? this.#above : this.#below;
    const key = Math.ceil(Math.log(size) / LOG_BASE);
    const before = buckets.get(key);
    if (before === undefined && buckets.size >= MOST_BUCKETS) {
      const least = Math.min(...buckets.keys());
      const shared = Math.max(least, key);
      buckets.set(shared, (buckets.get(shared) ?? 0) + 1);
      return 0;
    }
    buckets.set(key, (before ?? 0) + 1);
    return before === undefined ? BUCKET_BYTES : 0;
  }

  /** The value that the part `at` (0 to 1) of all values does not exceed; NaN when there are none. */
  at(part: number): number {
    if (this.count === 0) return Number.NaN;
    let left = Math.max(1, Math.ceil(part * this.count));
    const falling = [...this.#below].sort(([a], [b]) => b - a);
    for (const [key, count] of falling) {
      left -= count;
      if (left <= 0) return -middleOf(key);
    }
    left -= this.#zeros;
    if (left <= 0) return 0;
    const rising = [...this.#above].sort(([a], [b]) => a - b);
    for (const [key, count] of rising) {
      left -= count;
      if (left <= 0) return middleOf(key);
    }
    return Number.NaN;
  }
}

const middleOf = (key: number): number => (2 * BASE ** key) / (BASE + 1);
