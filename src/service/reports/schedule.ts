import { Cron } from 'croner';
import type { Report } from '../../contract/entities/report.ts';
import type { ErrorDetail } from '../../contract/errors.ts';
import { getErrorMessage } from '../../contract/values.ts';
import { isTimeZone } from '../time-zone.ts';

export type Schedule = Pick<Report, 'period' | 'at' | 'cron' | 'timeZone'>;
/** Unix seconds. */
export type Span = { start: number; end: number };

/** Each run reads a whole site. */
const SHORTEST_GAP_MS = 3600_000;
/** Enough to find the shortest gap of any expression with hours and minutes. */
const LOOKED_AT = 200;
const DAY_SECONDS = 86_400;
const BY_HAND_SECONDS = { DAY: DAY_SECONDS, WEEK: 7 * DAY_SECONDS, MONTH: 30 * DAY_SECONDS };
const BOUNDARIES = { DAY: '0 0 * * *', WEEK: '0 0 * * 1', MONTH: '0 0 1 * *' };

const parse = (pattern: string, timeZone: string): Cron =>
  new Cron(pattern, { timezone: timeZone, mode: '5-part', paused: true });

function formatPattern({ period, at, cron }: Schedule): string {
  if (period === 'CRON') return cron;
  const [hour = '6', minute = '0'] = at.split(':');
  const days = { DAY: '* * *', WEEK: '* * 1', MONTH: '1 * *' }[period];
  return `${Number(minute)} ${Number(hour)} ${days}`;
}

const detail = (field: string, rule: string, message: string): ErrorDetail => ({ field, rule, message });

/** Why the schedule is unusable. @param now Unix milliseconds */
export function findScheduleProblems(schedule: Schedule, now: number): ErrorDetail[] {
  const { period, cron, timeZone } = schedule;
  if (!isTimeZone(timeZone))
    return [
      detail(
        'timeZone',
        'time_zone',
        `must be the name of a time zone, such as Europe/Berlin or UTC, not '${timeZone}'`,
      ),
    ];
  if (period !== 'CRON') return [];
  if (cron === '')
    return [
      detail('cron', 'required', 'is required: five fields, such as 0 7 * * 1-5 for each weekday at 07:00'),
    ];
  let runs: Date[];
  try {
    runs = parse(cron, timeZone).nextRuns(LOOKED_AT, new Date(now));
  } catch (error) {
    const said = getErrorMessage(error).replace(/^CronPattern: /, '');
    const why = /parts/.test(said) ? '' : `: ${said}`;
    const wanted =
      'a cron expression of five fields (minute, hour, day, month, weekday), such as 0 7 * * 1-5';
    return [detail('cron', 'cron', `must be ${wanted}${why}`)];
  }
  if (runs.length === 0)
    return [
      detail(
        'cron',
        'never',
        `must name a day that there is: '${cron}' never comes, so nothing would be made`,
      ),
    ];
  const isDense = runs.some((run, index) => {
    const next = runs[index + 1];
    return next !== undefined && next.getTime() - run.getTime() < SHORTEST_GAP_MS;
  });
  return isDense ? [detail('cron', 'dense', `must leave an hour between: '${cron}' comes more often`)] : [];
}

/** Unix milliseconds. @param after Unix milliseconds, exclusive */
export function computeNextRuns(schedule: Schedule, after: number, count: number): number[] {
  const cron = parse(formatPattern(schedule), schedule.timeZone);
  return cron.nextRuns(count, new Date(after)).map((run) => run.getTime());
}

/**
 * Overdue runs.
 * @param due the oldest, in Unix milliseconds
 * @returns the newest, and how many precede it
 */
export function computeNewestDue(
  schedule: Schedule,
  due: number,
  now: number,
): { due: number; skipped: number } {
  const cron = parse(formatPattern(schedule), schedule.timeZone);
  const newest = cron.previousRuns(1, new Date(now + 1))[0]?.getTime() ?? due;
  let skipped = 0;
  // Bounded: an hourly report over a year would be 8,760.
  for (let at = due; at < newest && skipped < 10_000; skipped += 1)
    at = cron.nextRun(new Date(at))?.getTime() ?? newest;
  return { due: Math.max(due, newest), skipped };
}

/** The previous day, week or month, or the time since the cron's previous run. */
export function computeSpan(schedule: Schedule, due: number): Span {
  const { period, timeZone } = schedule;
  const pattern = period === 'CRON' ? formatPattern(schedule) : BOUNDARIES[period];
  const [end, start] = parse(pattern, timeZone)
    .previousRuns(2, new Date(due + 1))
    .map((run) => Math.floor(run.getTime() / 1000));
  const last = end ?? Math.floor(due / 1000);
  return { start: start ?? last - DAY_SECONDS, end: last };
}

export function computeSpanByHand(schedule: Schedule, now: number): Span {
  const end = Math.floor(now / 60_000) * 60;
  if (schedule.period !== 'CRON') return { start: end - BY_HAND_SECONDS[schedule.period], end };
  const [before, earlier] = parse(formatPattern(schedule), schedule.timeZone)
    .previousRuns(2, new Date(now))
    .map((run) => Math.floor(run.getTime() / 1000));
  const start = before !== undefined && before < end ? before : earlier;
  return { start: start ?? end - DAY_SECONDS, end };
}
