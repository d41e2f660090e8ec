import { padTwoDigits } from '../../../lib/format.ts';

/** Local time as in `2026-11-21 08:00:00`. */
export type Moment = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
};

export const DATE_TIME_FORMAT = 'YYYY-MM-DD HH:MM:SS';

export function formatDateTimeInput(unixSeconds: number): string {
  const at = new Date(unixSeconds * 1000);
  const date = `${String(at.getFullYear()).padStart(4, '0')}-${padTwoDigits(at.getMonth() + 1)}-${padTwoDigits(at.getDate())}`;
  return `${date} ${padTwoDigits(at.getHours())}:${padTwoDigits(at.getMinutes())}:${padTwoDigits(at.getSeconds())}`;
}

/** Undefined for an invalid day or time. */
export function toUnixSeconds({ year, month, day, hour, minute, second }: Moment): number | undefined {
  const date = new Date(year, month - 1, day, hour, minute, second);
  const isReal = date.getMonth() === month - 1 && date.getDate() === day && date.getFullYear() === year;
  return isReal && hour < 24 && minute < 60 && second < 60 ? Math.floor(date.getTime() / 1000) : undefined;
}

const DATE = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s,]+|$)/i;
const COMPACT_DATE = /^(\d{4})(\d{2})(\d{2})(?:[T\s,]+|$)/i;
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[\s,]+|$)/;
const CLOCK = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?$/;
const COMPACT_CLOCK = /^(\d{2})(\d{2})(\d{2})?$/;

type Day = Pick<Moment, 'year' | 'month' | 'day'>;
const toDay = (at: Date): Day => ({ year: at.getFullYear(), month: at.getMonth() + 1, day: at.getDate() });

function readDay(text: string, now: Date): { day: Day; rest: string } | undefined {
  const word = /^(today|yesterday)\b[\s,]*/i.exec(text);
  if (word) {
    const at = new Date(now);
    if (word[1]?.toLowerCase() === 'yesterday') at.setDate(at.getDate() - 1);
    return { day: toDay(at), rest: text.slice(word[0].length) };
  }
  const match = DATE.exec(text) ?? COMPACT_DATE.exec(text);
  if (match) {
    const [all, year, month, day] = match;
    return {
      day: { year: Number(year), month: Number(month), day: Number(day) },
      rest: text.slice(all.length),
    };
  }
  const dayFirst = DAY_FIRST.exec(text);
  if (!dayFirst) return undefined;
  const [all, day, month, year] = dayFirst;
  return {
    day: { year: Number(year), month: Number(month), day: Number(day) },
    rest: text.slice(all.length),
  };
}

/**
 * Parses local time into Unix seconds. Accepts `T`, dots or slashes as separators, single digits, and `now`.
 * Missing seconds, time or date mean 0, midnight and today. Undefined if invalid.
 */
export function readDateTime(text: string, nowUnixSeconds: number): number | undefined {
  const typed = text.trim();
  if (/^now$/i.test(typed)) return nowUnixSeconds;
  const now = new Date(nowUnixSeconds * 1000);
  const read = readDay(typed, now);
  const rest = (read?.rest ?? typed).trim();
  if (rest === '') return read && toUnixSeconds({ ...read.day, hour: 0, minute: 0, second: 0 });
  const clock = CLOCK.exec(rest) ?? (read ? COMPACT_CLOCK.exec(rest) : null);
  if (!clock) return undefined;
  const [, hour, minute, second = '0'] = clock;
  return toUnixSeconds({
    ...(read?.day ?? toDay(now)),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
  });
}

/** End positions in `YYYY-MM-DD HH:MM:SS`. */
const PARTS = [
  { name: 'year', start: 0, end: 4 },
  { name: 'month', start: 5, end: 7 },
  { name: 'day', start: 8, end: 10 },
  { name: 'hour', start: 11, end: 13 },
  { name: 'minute', start: 14, end: 16 },
  { name: 'second', start: 17, end: 19 },
] as const;

export type Stepped = { unixSeconds: number; text: string; start: number; end: number };

/** Steps the part at the caret, carrying over, and keeps it selected for the next press. */
export function stepDateTime(unixSeconds: number, caret: number, by: number): Stepped {
  const part = PARTS.find(({ end }) => caret <= end) ?? PARTS[5];
  const at = new Date(unixSeconds * 1000);
  const day = at.getDate();
  if (part.name === 'year' || part.name === 'month') {
    at.setDate(1);
    if (part.name === 'year') at.setFullYear(at.getFullYear() + by);
    else at.setMonth(at.getMonth() + by);
    const lastDay = new Date(at.getFullYear(), at.getMonth() + 1, 0).getDate();
    at.setDate(Math.min(day, lastDay));
  } else if (part.name === 'day') at.setDate(day + by);
  else {
    const seconds = part.name === 'hour' ? 3600 : part.name === 'minute' ? 60 : 1;
    at.setTime(at.getTime() + by * seconds * 1000);
  }
  const moved = Math.floor(at.getTime() / 1000);
  return { unixSeconds: moved, text: formatDateTimeInput(moved), start: part.start, end: part.end };
}

/** `UTC+02:00` at that Unix time. */
export function formatUtcOffset(unixSeconds: number): string {
  const minutes = -new Date(unixSeconds * 1000).getTimezoneOffset();
  const distance = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${padTwoDigits(Math.floor(distance / 60))}:${padTwoDigits(distance % 60)}`;
}

export const getZoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
