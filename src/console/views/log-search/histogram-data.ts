import type { LogCount } from '../../../contract/entities/log-search.ts';
import { formatClock, formatExact, formatMinute, formatTime } from '../../lib/format.ts';

export type Bar = {
  /** Unix seconds. */
  readonly start: number;
  readonly end: number;
  readonly count: number;
  readonly isCounted: boolean;
};
export type Selection = { readonly from: number; readonly to: number };

/** Includes empty buckets. */
export function buildBars(count: LogCount, start: number, end: number): Bar[] {
  const { bucketSeconds: step, countedFromUnixTimeSeconds: counted } = count;
  const counts = new Map(count.buckets.map((one) => [one.unixTimeSeconds, Number(one.count)]));
  const bars: Bar[] = [];
  for (let at = Math.floor(start / step) * step; at < end; at += step)
    bars.push({ start: at, end: at + step, count: counts.get(at) ?? 0, isCounted: at + step > counted });
  return bars;
}

/** Inclusive indexes of the bars, in either direction. */
export const toSelected = (anchor: number, head: number): Selection => ({
  from: Math.min(anchor, head),
  to: Math.max(anchor, head),
});

export function sumSelected(bars: readonly Bar[], { from, to }: Selection): number {
  return bars.slice(from, to + 1).reduce((sum, { count }) => sum + count, 0);
}

const isLong = (bars: readonly Bar[]): boolean => (bars.at(-1)?.end ?? 0) - (bars[0]?.start ?? 0) > 86_400;
const isFine = ([first]: readonly Bar[]): boolean => first !== undefined && first.end - first.start < 60;
const offsetAt = (seconds: number): number => new Date(seconds * 1000).getTimezoneOffset();

/** With the UTC offset when the clock changes: an hour may repeat. */
export function formatBarTime(seconds: number, bars: readonly Bar[]): string {
  const date = new Date(seconds * 1000);
  const text = isLong(bars) ? formatMinute(date) : isFine(bars) ? formatTime(date) : formatClock(date);
  if (offsetAt(bars[0]?.start ?? 0) === offsetAt(bars.at(-1)?.end ?? 0)) return text;
  const hours = -offsetAt(seconds) / 60;
  return `${text} UTC${hours < 0 ? '−' : '+'}${Math.abs(hours)}`;
}

/** Time range and matches of the selected bars. */
export function describeSelection(bars: readonly Bar[], selected: Selection): string {
  const from = bars[selected.from];
  const to = bars[selected.to];
  if (!from || !to) return '';
  const count = sumSelected(bars, selected);
  const what = `${formatExact(count)} ${count === 1 ? 'match' : 'matches'}`;
  return `${formatBarTime(from.start, bars)} to ${formatBarTime(to.end, bars)}, ${what}`;
}
