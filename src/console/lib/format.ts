import {
  type Figure,
  formatBytes,
  formatCount,
  isMissing,
  type Maybe,
  MISSING,
} from '../../contract/figures.ts';
import {
  DAY_SECONDS,
  HOUR_SECONDS,
  MINUTE_SECONDS,
  MONTH_SECONDS,
  YEAR_SECONDS,
} from '../../contract/limits.ts';

/** Real minus signs; an em dash for a missing value. */

export {
  type Figure,
  flattenPercent,
  formatBytes,
  formatCount,
  formatExact,
  formatFigure,
  formatPercent,
  MISSING,
} from '../../contract/figures.ts';

/** Bytes per second. */
export function formatByteRate(bytesPerSecond: Maybe): Figure | undefined {
  const figure = formatBytes(bytesPerSecond);
  return figure && { value: figure.value, unit: `${figure.unit}/s` };
}

/** Events per second. */
export function formatEventRate(eventsPerSecond: Maybe): Figure | undefined {
  const figure = formatCount(eventsPerSecond);
  return figure && { value: figure.value, unit: 'events/s' };
}

const DURATION_UNITS = [
  { seconds: YEAR_SECONDS, sign: 'y' },
  { seconds: MONTH_SECONDS, sign: 'mo' },
  { seconds: DAY_SECONDS, sign: 'd' },
  { seconds: HOUR_SECONDS, sign: 'h' },
  { seconds: MINUTE_SECONDS, sign: 'm' },
  { seconds: 1, sign: 's' },
] as const;

/** Milliseconds to the two largest units: `2mo 3d`, `3d 4h`, `1m 5s`; under a second in ms. */
export function formatDuration(milliseconds: Maybe): string {
  if (isMissing(milliseconds)) return MISSING;
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`;
  let rest = Math.floor(milliseconds / 1000);
  const parts: string[] = [];
  for (const { seconds, sign } of DURATION_UNITS) {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    if (count > 0) parts.push(`${count}${sign}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(' ');
}

type Instant = number | string | Date | null | undefined;

function toDate(instant: Instant): Date | undefined {
  if (instant === null || instant === undefined) return undefined;
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() <= 1 ? undefined : date;
}

export const padTwoDigits = (value: number): string => String(value).padStart(2, '0');
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `14:32:08` in local time; takes milliseconds, an ISO text or a Date. */
export function formatTime(instant: Instant): string {
  const date = toDate(instant);
  return date
    ? `${padTwoDigits(date.getHours())}:${padTwoDigits(date.getMinutes())}:${padTwoDigits(date.getSeconds())}`
    : MISSING;
}

/** `14:32` */
export const formatClock = (instant: Instant): string =>
  toDate(instant) ? formatTime(instant).slice(0, 5) : MISSING;

/** `21 Nov` */
export function formatDay(instant: Instant): string {
  const date = toDate(instant);
  return date ? `${date.getDate()} ${MONTHS[date.getMonth()]}` : MISSING;
}

/** `21 Nov 14:32:08`, with the year when it is not the current one. */
export function formatDateTime(instant: Instant, now: Date = new Date()): string {
  const date = toDate(instant);
  if (!date) return MISSING;
  const year = date.getFullYear() === now.getFullYear() ? '' : ` ${date.getFullYear()}`;
  return `${date.getDate()} ${MONTHS[date.getMonth()]}${year} ${formatTime(date)}`;
}

/** `formatDateTime` without seconds. */
export const formatMinute = (instant: Instant, now?: Date): string =>
  formatDateTime(instant, now).replace(/(\d\d:\d\d):\d\d$/, '$1');

/** `5m ago`; takes milliseconds, an ISO text or a Date. */
export function formatAge(instant: Instant, now: Date = new Date()): string {
  const date = toDate(instant);
  if (!date) return MISSING;
  const age = now.getTime() - date.getTime();
  return age < 1000 ? 'now' : `${formatDuration(age).split(' ')[0]} ago`;
}
