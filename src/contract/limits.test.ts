import { expect, test } from 'vitest';
import { CALLS } from './calls/index.ts';
import {
  chartResolutionSeconds,
  DAY_SECONDS,
  POLL_ALERTS_MS,
  POLL_NOTIFICATIONS_MS,
  TOAST_DISMISS_MS,
  TOAST_MAX,
} from './limits.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

test.each([
  ['up to 1h [R9-38]', HOUR, MINUTE],
  ['up to 4h [R9-39]', 4 * HOUR, 15 * MINUTE],
  ['up to 12h [R9-40]', 12 * HOUR, HOUR],
  ['up to 2 days [R9-41]', 2 * DAY, 2 * HOUR],
  ['up to 8 days [R9-42]', 8 * DAY, 4 * HOUR],
  ['beyond [R9-43]', 60 * DAY, 6 * HOUR],
])('%s: a range of %i s has a point every %i s', (_, longest, resolution) => {
  expect(chartResolutionSeconds(longest)).toBe(resolution);
  expect(chartResolutionSeconds(longest + 1)).toBeGreaterThanOrEqual(resolution);
});

test.each([HOUR, 4 * HOUR, 12 * HOUR, 2 * DAY, 8 * DAY])(
  'chart points: one second more than %i s takes the next resolution [R9-39 … R9-42]',
  (longest) => {
    expect(chartResolutionSeconds(longest + 1)).toBeGreaterThan(chartResolutionSeconds(longest));
  },
);

test('a page: 100 rows from the first, unless asked otherwise [R9-12, R9-55]', () => {
  for (const call of [CALLS.listPipelines, CALLS.listSources, CALLS.listSinks])
    expect(call.query.parse({})).toMatchObject({ 'pagination.offset': 0, 'pagination.limit': 100 });
});

test('pipelines and destinations of people are listed, unless others are asked for [R9-56, R9-58]', () => {
  expect(CALLS.listPipelines.query.parse({})).toMatchObject({ types: ['USER'] });
  expect(CALLS.listSinks.query.parse({})).toMatchObject({ usageTypes: ['USER'] });
  expect(CALLS.listSources.query.parse({})).toMatchObject({ usageTypes: ['USER'] });
});

test('lists: the last change first, unless asked otherwise [R2.3-09]', () => {
  for (const call of [CALLS.listPipelines, CALLS.listSources, CALLS.listSinks])
    expect(call.query.parse({})).toMatchObject({
      'pagination.ordering.fieldName': 'updated_at',
      'pagination.ordering.descending': true,
    });
});

test('a day is 86400 s [R9-15]', () => {
  expect(DAY_SECONDS).toBe(86_400);
});

test('toasts leave after 5000 ms, six at most; notifications poll every 900000 ms [R9-20]', () => {
  expect([TOAST_DISMISS_MS, POLL_NOTIFICATIONS_MS, TOAST_MAX]).toEqual([5000, 900_000, 6]);
});

test('the number of alerts is asked for every 60 s [R9-54]', () => {
  expect(POLL_ALERTS_MS).toBe(60_000);
});
