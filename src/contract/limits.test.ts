import { expect, test } from 'vitest';
import { CALLS } from './calls/index.ts';
import {
  chartResolutionSeconds,
  DAY_SECONDS,
  POLL_NOTIFICATIONS_MS,
  TOAST_DISMISS_MS,
  TOAST_MAX,
} from './limits.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

test.each([
  ['R9-38 up to 1h', HOUR, MINUTE],
  ['R9-39 up to 4h', 4 * HOUR, 15 * MINUTE],
  ['R9-40 up to 12h', 12 * HOUR, HOUR],
  ['R9-41 up to 2 days', 2 * DAY, 2 * HOUR],
  ['R9-42 up to 8 days', 8 * DAY, 4 * HOUR],
  ['R9-43 beyond', 60 * DAY, 6 * HOUR],
])('%s: a range of %i s has a point every %i s', (_, longest, resolution) => {
  expect(chartResolutionSeconds(longest)).toBe(resolution);
  expect(chartResolutionSeconds(longest + 1)).toBeGreaterThanOrEqual(resolution);
});

test.each([HOUR, 4 * HOUR, 12 * HOUR, 2 * DAY, 8 * DAY])(
  'R9-39, R9-40, R9-41, R9-42 one second more than %i s is of the next row',
  (longest) => {
    expect(chartResolutionSeconds(longest + 1)).toBeGreaterThan(chartResolutionSeconds(longest));
  },
);

test('R9-12, R9-55 a page of a list is 100 rows from the first, unless it is asked for otherwise', () => {
  for (const call of [CALLS.listPipelines, CALLS.listSources, CALLS.listSinks])
    expect(call.query.parse({})).toMatchObject({ 'pagination.offset': 0, 'pagination.limit': 100 });
});

test('R9-56, R9-58 pipelines and destinations of people are listed, unless others are asked for', () => {
  expect(CALLS.listPipelines.query.parse({})).toMatchObject({ types: ['USER'] });
  expect(CALLS.listSinks.query.parse({})).toMatchObject({ usageTypes: ['USER'] });
  expect(CALLS.listSources.query.parse({})).toMatchObject({ usageTypes: ['USER'] });
});

test('R2.3-09 lists come by the time of their last change, the newest first, unless asked for otherwise', () => {
  for (const call of [CALLS.listPipelines, CALLS.listSources, CALLS.listSinks])
    expect(call.query.parse({})).toMatchObject({
      'pagination.ordering.fieldName': 'updated_at',
      'pagination.ordering.descending': true,
    });
});

test('R9-15 a day is 86400 s', () => {
  expect(DAY_SECONDS).toBe(86_400);
});

test('R9-20 notices leave after 5000 ms and are six at most; what is told is asked for every 900000 ms', () => {
  expect([TOAST_DISMISS_MS, POLL_NOTIFICATIONS_MS, TOAST_MAX]).toEqual([5000, 900_000, 6]);
});
