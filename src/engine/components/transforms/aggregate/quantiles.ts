/** Relative. */
export const QUANTILE_ERROR = 0.01;
const BASE = (1 + QUANTILE_ERROR) / (1 - QUANTILE_ERROR);
const LOG_BASE = Math.log(BASE);
/** Smaller values count as zero. */
const SMALLEST = 1e-9;
/** Covers seventeen orders of magnitude. */
const MOST_BUCKETS = 2048;

const BUCKET_BYTES = 32;

/**
 * Estimates quantiles within one percent in bounded memory, like DDSketch (https://arxiv.org/abs/1908.10693).
 * Beyond the bucket limit, the values nearest to zero share a bucket.
 */
export class Quantiles {
  readonly #above = new Map<number, number>();
  readonly #below = new Map<number, number>();
  #zeros = 0;
  count = 0;

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

  /** `part` is 0 to 1; NaN without values. */
  at(part: number): number {
    if (this.count === 0) return Number.NaN;
    let left = Math.max(1, Math.ceil(part * this.count));
    const falling = [...this.#below].sort(([a], [b]) => b - a);
    for (const [key, count] of falling) {
      left -= count;
      if (left <= 0) return -computeMiddle(key);
    }
    left -= this.#zeros;
    if (left <= 0) return 0;
    const rising = [...this.#above].sort(([a], [b]) => a - b);
    for (const [key, count] of rising) {
      left -= count;
      if (left <= 0) return computeMiddle(key);
    }
    return Number.NaN;
  }
}

const computeMiddle = (key: number): number => (2 * BASE ** key) / (BASE + 1);
