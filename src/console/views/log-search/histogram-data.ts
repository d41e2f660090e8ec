import type { LogCount } from '../../../contract/entities/log-search.ts';

export type Bar = {
  /** Unix seconds. */
  readonly start: number;
  readonly end: number;
  readonly count: number;
  readonly isCounted: boolean;
};
export type Selection = { readonly from: number; readonly to: number };

/** Every bucket of the time, also those without matches. */
export function buildBars(count: LogCount, start: number, end: number): Bar[] {
  const { bucketSeconds: step, countedFromUnixTimeSeconds: counted } = count;
  const counts = new Map(count.buckets.map((one) => [one.unixTimeSeconds, Number(one.count)]));
  const bars: Bar[] = [];
  for (let at = Math.floor(start / step) * step; at < end; at += step)
    bars.push({ start: at, end: at + step, count: counts.get(at) ?? 0, isCounted: at + step > counted });
  return bars;
}

/** Indexes of the bars, both included, whatever the direction. */
export const toSelected = (anchor: number, head: number): Selection => ({
  from: Math.min(anchor, head),
  to: Math.max(anchor, head),
});

export function sumSelected(bars: readonly Bar[], { from, to }: Selection): number {
  return bars.slice(from, to + 1).reduce((sum, { count }) => sum + count, 0);
}
