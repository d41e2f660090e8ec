import { describe, expect, test } from 'vitest';
import { computePause, isDue } from './schedule.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('how long after a look the next one comes', () => {
  test.each([
    ['IN_SYNC', 24 * HOUR, 1],
    ['FAILED', 24 * HOUR, 1],
    ['AWAY', 0, 1],
    ['AWAY', 2 * MINUTE, 2],
    ['AWAY', 4 * MINUTE, 4],
    ['AWAY', 24 * HOUR, 5],
  ] as const)('%s for %i ms: %i minutes', (state, ms, minutes) => {
    expect(computePause({ state, since: 0, checked_at: ms })).toBe(minutes * MINUTE);
  });
});

test.each([
  ['no look yet', undefined, 0, true],
  ['a commit under way', { state: 'APPLYING', since: 0, checked_at: 0 }, 1, true],
  ['less than a minute', { state: 'IN_SYNC', since: 0, checked_at: 0 }, MINUTE - 1, false],
  ['a minute', { state: 'IN_SYNC', since: 0, checked_at: 0 }, MINUTE, true],
  ['a clock that was set back', { state: 'AWAY', since: 0, checked_at: HOUR }, HOUR - 1, true],
] as const)('after %s a site is due: %#', (_what, row, now, isNow) => {
  expect(isDue(row, now)).toBe(isNow);
});
