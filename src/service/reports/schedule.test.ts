import { expect, test } from 'vitest';
import {
  computeNewestDue,
  computeNextRuns,
  computeSpan,
  computeSpanByHand,
  findScheduleProblems,
  type Schedule,
} from './schedule.ts';

const BERLIN: Schedule = { period: 'DAY', at: '06:00', cron: '', timeZone: 'Europe/Berlin' };
const at = (time: string) => Date.parse(time);
const toTimes = ({ start, end }: { start: number; end: number }) =>
  [start, end].map((seconds) => new Date(seconds * 1000).toISOString().slice(0, 16));

test.each([
  ['a day of summer', {}, '2026-07-02T04:00:00Z', '2026-06-30T22:00', '2026-07-01T22:00'],
  ['the day that loses an hour', {}, '2026-03-30T04:00:00Z', '2026-03-28T23:00', '2026-03-29T22:00'],
  ['the day that gains an hour', {}, '2026-10-26T05:00:00Z', '2026-10-24T22:00', '2026-10-25T23:00'],
  ['a week', { period: 'WEEK' }, '2026-11-23T05:00:00Z', '2026-11-15T23:00', '2026-11-22T23:00'],
  ['a month', { period: 'MONTH' }, '2026-11-01T05:00:00Z', '2026-09-30T22:00', '2026-10-31T23:00'],
  ['midnight itself', { at: '00:00' }, '2026-11-25T23:00:00Z', '2026-11-24T23:00', '2026-11-25T23:00'],
  [
    'since Friday',
    { period: 'CRON', cron: '0 7 * * 1-5' },
    '2026-11-23T06:00:00Z',
    '2026-11-20T06:00',
    '2026-11-23T06:00',
  ],
] as const)('a report is of the time before: %s', (_, more, due, start, end) => {
  expect(toTimes(computeSpan({ ...BERLIN, ...more } as Schedule, at(due)))).toEqual([start, end]);
});

test('by hand it is of the time up to now', () => {
  const now = at('2026-11-26T09:30:45Z');
  const span = (more: Partial<Schedule>) => toTimes(computeSpanByHand({ ...BERLIN, ...more }, now));
  expect(span({})).toEqual(['2026-11-25T09:30', '2026-11-26T09:30']);
  expect(span({ period: 'WEEK' })).toEqual(['2026-11-19T09:30', '2026-11-26T09:30']);
  expect(span({ period: 'CRON', cron: '0 7 * * *' })).toEqual(['2026-11-26T06:00', '2026-11-26T09:30']);
  expect(span({ period: 'CRON', cron: '30 10 * * *' })).toEqual(['2026-11-25T09:30', '2026-11-26T09:30']);
});

test('a time that summer time skips comes an hour later, once', () => {
  const next = computeNextRuns({ ...BERLIN, at: '02:30' }, at('2026-03-28T12:00:00Z'), 2);
  expect(next.map((time) => new Date(time).toISOString())).toEqual([
    '2026-03-29T01:00:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ]);
  const twice = computeNextRuns({ ...BERLIN, at: '02:30' }, at('2026-10-24T12:00:00Z'), 2);
  expect(twice.map((time) => new Date(time).toISOString())).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
  ]);
});

test('of what was missed the newest is due, and the others are counted', () => {
  const first = at('2026-11-02T05:00:00Z');
  expect(computeNewestDue(BERLIN, first, at('2026-11-05T09:00:00Z'))).toEqual({
    due: at('2026-11-05T05:00:00Z'),
    skipped: 3,
  });
  expect(computeNewestDue(BERLIN, first, first)).toEqual({ due: first, skipped: 0 });
});

test.each([
  ['0 0 30 2 *', 'never'],
  ['*/5 * * * *', 'dense'],
  ['0,30 9 * * *', 'dense'],
  ['61 * * * *', 'cron'],
  ['* * * * * *', 'cron'],
  ['soon', 'cron'],
  ['', 'required'],
])("cron '%s' is refused: %s", (cron, rule) => {
  const problems = findScheduleProblems({ ...BERLIN, period: 'CRON', cron }, at('2026-11-26T09:00:00Z'));
  expect(problems.map((one) => one.rule)).toEqual([rule]);
});

test.each(['0 * * * *', '0 7 * * 1-5', '0 0 29 2 *', '0 6 1 * *'])("cron '%s' is taken", (cron) => {
  const schedule = { ...BERLIN, period: 'CRON' as const, cron };
  expect(findScheduleProblems(schedule, at('2026-11-26T09:00:00Z'))).toEqual([]);
});
