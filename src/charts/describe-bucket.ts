const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function splitBucket(bucketMs: number): { size: number; word: string } {
  const [ms, word] =
    bucketMs < MINUTE_MS
      ? ([1000, 'second'] as const)
      : bucketMs < HOUR_MS
        ? ([MINUTE_MS, 'minute'] as const)
        : bucketMs < DAY_MS
          ? ([HOUR_MS, 'hour'] as const)
          : ([DAY_MS, 'day'] as const);
  const size = Number((bucketMs / ms).toFixed(1));
  return { size, word: size === 1 ? word : `${word}s` };
}

/** `per minute`, `per 4 hours`. */
export function describeBucket(bucketMs: number): string {
  const { size, word } = splitBucket(bucketMs);
  return size === 1 ? `per ${word}` : `per ${size} ${word}`;
}

export function describeAverage(bucketMs: number): string {
  const { size, word } = splitBucket(bucketMs);
  return `averaged over ${size} ${word}`;
}

/** `a point each 20 seconds`, for levels. */
export function describePoints(bucketMs: number): string {
  const { size, word } = splitBucket(bucketMs);
  return size === 1 ? `a point each ${word}` : `a point each ${size} ${word}`;
}
