import { DAY_SECONDS } from '../../src/contract/limits.ts';
import { findRangeProblem, TIME_PRESETS, type TimeRange } from './time-range.ts';

export type TimeWords = { range: TimeRange; error?: undefined } | { range?: undefined; error: string };

export const TIME_WORDS_HELP =
  "Type a time range such as 'last 4h', 'yesterday 14:00-16:00' or '2026-11-01 08:00 to 12:00'";

const UNIT_SECONDS: Record<string, number> = {
  s: 1,
  sec: 1,
  second: 1,
  m: 60,
  min: 60,
  minute: 60,
  h: 3600,
  hr: 3600,
  hour: 3600,
  d: DAY_SECONDS,
  day: DAY_SECONDS,
  w: 7 * DAY_SECONDS,
  week: 7 * DAY_SECONDS,
};

type Moment = { day: number | undefined; seconds: number | undefined };

function parseClock(text: string): number | undefined {
  const match = /^(\d{1,2})(?::(\d{2}))?(?::(\d{2}))?\s*(am|pm)?$/.exec(text);
  if (!match || (match[2] === undefined && match[4] === undefined)) return undefined;
  const hours = Number(match[1]);
  const minutes = Number(match[2] ?? 0);
  const seconds = Number(match[3] ?? 0);
  if (minutes > 59 || seconds > 59) return undefined;
  if (match[4] !== undefined) {
    if (hours < 1 || hours > 12) return undefined;
    return ((hours % 12) + (match[4] === 'pm' ? 12 : 0)) * 3600 + minutes * 60 + seconds;
  }
  const total = hours * 3600 + minutes * 60 + seconds;
  return total <= DAY_SECONDS ? total : undefined;
}

/** Local midnight in seconds of the local clock; undefined for a date that does not exist. */
function parseDay(text: string, today: number): number | undefined {
  if (text === 'today') return today;
  if (text === 'yesterday') return today - DAY_SECONDS;
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return undefined;
  const millis = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return new Date(millis).toISOString().startsWith(text) ? millis / 1000 : undefined;
}

function parseMoment(text: string, today: number): Moment | undefined {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  const day = parseDay(first, today);
  const clockText = (day === undefined ? [first, ...rest] : rest).join(' ');
  if (clockText === '') return day === undefined ? undefined : { day, seconds: undefined };
  const seconds = parseClock(clockText);
  return seconds === undefined ? undefined : { day, seconds };
}

function parseLast(text: string, now: number): TimeWords | undefined {
  const match = /^(?:last|past)?\s*(\d{1,6})?\s*([a-z]+?)s?$/.exec(text);
  const unit = UNIT_SECONDS[match?.[2] ?? ''];
  if (!match || unit === undefined || (match[1] === undefined && !/^(last|past)/.test(text)))
    return undefined;
  const span = Number(match[1] ?? 1) * unit;
  const preset = TIME_PRESETS.find((candidate) => candidate.seconds === span);
  if (preset) return { range: { kind: 'preset', preset: preset.id } };
  const problem = findRangeProblem(now - span, now, now);
  return problem ? { error: problem } : { range: { kind: 'custom', start: now - span, end: now } };
}

/** `a to b`, `a - b`, `a..b`; hyphens inside dates do not split. */
function splitEnds(text: string): [string, string | undefined] {
  const match =
    /^(.+?)\s*(?:\bto\b|\buntil\b|\.\.|–|\s-\s|(?<=[\d:]{3}|[ap]m)-(?=\d{1,2}(?::|\s*[ap]m)))\s*(.+)$/.exec(
      text,
    );
  return match?.[1] === undefined ? [text, undefined] : [match[1], match[2]];
}

/**
 * Parses `last 4h`, `yesterday 14:00-16:00`, `today`, `2026-11-01 08:00 to 12:00` in local time;
 * `utcOffsetMinutes` is minutes east of UTC. An end without a date is on the start's day, or on the next if
 * it would precede the start.
 */
export function parseTimeWords(text: string, nowUnixSeconds: number, utcOffsetMinutes: number): TimeWords {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (words === '') return { error: TIME_WORDS_HELP };
  const last = parseLast(words, nowUnixSeconds);
  if (last) return last;
  const offset = utcOffsetMinutes * 60;
  const localNow = nowUnixSeconds + offset;
  const today = localNow - (((localNow % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS);
  const [startText, endText] = splitEnds(words);
  const start = parseMoment(startText, today);
  const end = endText === undefined ? undefined : parseMoment(endText, today);
  if (!start || (endText !== undefined && !end)) return { error: TIME_WORDS_HELP };
  const startDay = start.day ?? today;
  const startLocal = startDay + (start.seconds ?? 0);
  const endLocal = end
    ? computeEnd(end, startDay, startLocal)
    : start.seconds === undefined
      ? startDay + DAY_SECONDS
      : localNow;
  const wholeDay = (end ?? start).seconds === undefined;
  const range = {
    start: startLocal - offset,
    end: (wholeDay ? Math.min(endLocal, localNow) : endLocal) - offset,
  };
  const problem = findRangeProblem(range.start, range.end, nowUnixSeconds);
  return problem ? { error: problem } : { range: { kind: 'custom', ...range } };
}

function computeEnd(end: Moment, startDay: number, startLocal: number): number {
  if (end.day !== undefined) return end.day + (end.seconds ?? DAY_SECONDS);
  const sameDay = startDay + (end.seconds ?? DAY_SECONDS);
  return sameDay < startLocal ? sameDay + DAY_SECONDS : sameDay;
}
