import { formatDuration, MISSING } from '../../contract/figures.ts';

/** Real minus signs; an em dash for a missing value. */

export {
  type Figure,
  flattenPercent,
  formatByteRate,
  formatBytes,
  formatCount,
  formatDuration,
  formatEventRate,
  formatExact,
  formatFigure,
  formatPercent,
  MISSING,
} from '../../contract/figures.ts';

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
