import type { TimeTick } from '../../../../charts/specify-chart.ts';
import { DAY_SECONDS } from '../../../../contract/limits.ts';
import { formatClock, formatDateTime, formatDay, formatMinute, formatTime } from '../../../lib/format.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = DAY_SECONDS * 1000;

const STEPS_MS = [
  10_000,
  30_000,
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 4, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 5, 10, 20, 30].map((days) => days * DAY_MS),
];

/** Starts at local midnight, for round local times. */
function alignAfter(start: number, step: number): number {
  const midnight = new Date(start);
  midnight.setHours(0, 0, 0, 0);
  return midnight.getTime() + Math.ceil((start - midnight.getTime()) / step) * step;
}

const addDays = (time: number, days: number): number => {
  const day = new Date(time);
  day.setDate(day.getDate() + days);
  return day.getTime();
};

/** Round local times between `start` and `end` (milliseconds): at most `most`, never closer than a bucket. */
export function computeTimeTicks(start: number, end: number, bucketMs: number, most: number): number[] {
  const fits = (step: number) => step >= bucketMs && (end - start) / step <= most;
  const step = STEPS_MS.find(fits) ?? STEPS_MS.at(-1) ?? DAY_MS;
  const ticks: number[] = [];
  let at = alignAfter(start, Math.min(step, DAY_MS));
  while (at <= end) {
    ticks.push(at);
    at = step < DAY_MS ? at + step : addDays(at, step / DAY_MS);
  }
  return ticks.length > 0 ? ticks : [start];
}

/** `14:30`, `14:30:20` for steps of seconds, or `21 Nov` at midnight and for steps of days. */
export function formatTick(time: number, stepMs: number): string {
  const date = new Date(time);
  const isMidnight = date.getHours() === 0 && date.getMinutes() === 0;
  if (stepMs < MINUTE_MS) return formatTime(date);
  if (isMidnight || stepMs >= DAY_MS) return formatDay(date);
  return formatClock(date);
}

/** `21 Nov 14:12`, with seconds for buckets under a minute. */
export const formatBucketTime = (time: number, bucketMs: number): string =>
  bucketMs < MINUTE_MS ? formatDateTime(time) : formatMinute(time);

/** Local times. */
export function listTimeTicks(start: number, end: number, bucketMs: number, most: number): TimeTick[] {
  const times = computeTimeTicks(start, end, bucketMs, most);
  const stepMs = (times[1] ?? 0) - (times[0] ?? 0);
  return times.map((time) => ({ time, text: formatTick(time, stepMs) }));
}

/** `14:08 to 14:17`, with seconds unless both are whole minutes, and with days if they differ. */
export function formatTimeSpan(start: number, end: number): string {
  const sameDay = new Date(start).toDateString() === new Date(end).toDateString();
  const inMinutes = start % MINUTE_MS === 0 && end % MINUTE_MS === 0;
  const clock = inMinutes ? formatClock : formatTime;
  const text = (time: number) =>
    sameDay ? clock(time) : inMinutes ? formatMinute(time) : formatDateTime(time);
  return `${text(start)} to ${text(end)}`;
}
