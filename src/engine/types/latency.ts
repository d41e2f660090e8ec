/** Upper bounds of the histogram's buckets; a last bucket counts what was slower. */
export const LATENCY_LIMITS_MS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 60_000, 300_000, 1_800_000, 7_200_000,
] as const;

/**
 * Quantile in milliseconds, interpolated linearly within a bucket as Prometheus's histogram_quantile does
 * (https://prometheus.io/docs/prometheus/latest/querying/functions/#histogram_quantile). Null without events;
 * the highest bound when it was slower.
 * @param counts events per bucket
 */
export function computeLatency(counts: readonly number[], share: number): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all <= 0) return null;
  const wanted = all * share;
  let below = 0;
  for (const [at, to] of LATENCY_LIMITS_MS.entries()) {
    const count = counts[at] ?? 0;
    const from = LATENCY_LIMITS_MS[at - 1] ?? 0;
    if (count > 0 && below + count >= wanted) return from + ((to - from) * (wanted - below)) / count;
    below += count;
  }
  return LATENCY_LIMITS_MS.at(-1) ?? null;
}
