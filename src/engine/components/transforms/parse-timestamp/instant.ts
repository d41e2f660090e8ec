import { zonedTime } from '../../shared/zoned-time.ts';

export type TimeParts = {
  year?: number;
  /** 1 to 12. */
  month?: number;
  day?: number;
  dayOfYear?: number;
  hour: number;
  minute: number;
  second: number;
  fraction: string;
  /** Minutes ahead of UTC; undefined when not given. */
  offset?: number;
  /** Seconds since 1970, instead of all the others. */
  epochSeconds?: number;
};

export const noParts = (): TimeParts => ({ hour: 0, minute: 0, second: 0, fraction: '' });

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const FIRST_YEAR = 1000;
const FIRST_MS = Date.UTC(FIRST_YEAR, 0, 1);
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59);

const countDays = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Unix milliseconds of the second; null for an invalid date or time. */
function toUnixMs(parts: TimeParts, timezone: string, now: number): number | null {
  if (parts.epochSeconds !== undefined) return parts.epochSeconds * 1000;
  if (parts.year === undefined) return inYearOfNow(parts, timezone, now);
  return timeInYear(parts, parts.year, timezone);
}

function timeInYear(parts: TimeParts, year: number, timezone: string): number | null {
  const { hour, minute, second, dayOfYear, offset } = parts;
  const month = dayOfYear === undefined ? (parts.month ?? 1) : 1;
  const day = dayOfYear ?? parts.day ?? 1;
  const lastDay = dayOfYear === undefined ? countDays(year, month) : 337 + countDays(year, 2);
  const isDay = year >= FIRST_YEAR && month >= 1 && month <= 12 && day >= 1 && day <= lastDay;
  if (!isDay || hour > 23 || minute > 59 || second > 60) return null;
  const clock: [number, number, number] = [hour, minute, second];
  return offset === undefined
    ? zonedTime(year, month - 1, day, clock, timezone)
    : Date.UTC(year, month - 1, day, ...clock) - offset * MINUTE_MS;
}

/** Without a year: the year nearest to now, at most a day ahead. */
function inYearOfNow(parts: TimeParts, timezone: string, now: number): number | null {
  const year = new Date(now).getUTCFullYear();
  for (const candidate of [year + 1, year, year - 1, year - 2, year - 3]) {
    const time = timeInYear(parts, candidate, timezone);
    if (time !== null && time <= now + DAY_MS) return time;
  }
  return null;
}

/** `2026-11-21T10:15:30.000Z`, up to nine decimals if given; null for an invalid time. */
export function toIsoText(parts: TimeParts, timezone: string, now: number): string | null {
  const time = toUnixMs(parts, timezone, now);
  if (time === null || !(time >= FIRST_MS && time <= LAST_MS)) return null;
  const digits = parts.fraction.slice(0, 9).replace(/0+$/, '').padEnd(3, '0');
  return `${new Date(time).toISOString().slice(0, 19)}.${digits}Z`;
}
