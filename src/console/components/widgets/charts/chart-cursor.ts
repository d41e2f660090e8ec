/**
 * Reading position and selection. Bucket times in milliseconds, so that a refresh keeps the cursor on its
 * bucket.
 */
export type ChartCursor = {
  at?: number;
  /** Where the selection starts; it extends to `at`. */
  mark?: number;
  /** Set by `m`: moves extend the selection without Shift. */
  isSticky?: boolean;
};

export type CursorStep = 'former' | 'next' | 'first' | 'last' | 'pageBack' | 'pageOn';

const PAGE = 10;

/** Binary search for the nearest time; -1 when empty. */
export function findNearestIndex(times: readonly number[], wanted: number): number {
  let [low, high] = [0, times.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= wanted) low = middle;
    else high = middle;
  }
  if (high < 0) return -1;
  return Math.abs((times[high] ?? 0) - wanted) < Math.abs((times[low] ?? 0) - wanted) ? high : low;
}

function stepCursor(times: readonly number[], at: number | undefined, step: CursorStep): number | undefined {
  const last = times.length - 1;
  const from = at === undefined ? undefined : findNearestIndex(times, at);
  const to = {
    first: 0,
    last,
    former: (from ?? last + 1) - 1,
    next: (from ?? last - 1) + 1,
    pageBack: (from ?? last) - PAGE,
    pageOn: (from ?? last) + PAGE,
  }[step];
  return times[Math.max(0, Math.min(last, to))];
}

/** Moves the cursor and extends the selection, or clears it unless `m` is on. */
export function moveCursor(
  times: readonly number[],
  cursor: ChartCursor,
  step: CursorStep,
  isExtending: boolean,
): ChartCursor {
  const at = stepCursor(times, cursor.at, step);
  if (at === undefined) return {};
  const mark = isExtending ? (cursor.mark ?? cursor.at ?? at) : cursor.isSticky ? cursor.mark : undefined;
  return mark === undefined ? { at } : { at, mark, isSticky: cursor.isSticky === true };
}

/** `m` starts a selection at the cursor, or ends it. */
export function toggleMark(times: readonly number[], cursor: ChartCursor): ChartCursor {
  const at = cursor.at ?? times.at(-1);
  if (at === undefined) return {};
  return cursor.mark === undefined ? { at, mark: at, isSticky: true } : { at };
}

/** Milliseconds, whole buckets. */
export function toChartSelection(
  { at, mark }: ChartCursor,
  bucketMs: number,
): { start: number; end: number } | undefined {
  if (at === undefined || mark === undefined) return undefined;
  return { start: Math.min(at, mark), end: Math.max(at, mark) + bucketMs };
}
