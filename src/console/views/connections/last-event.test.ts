import { describe, expect, test } from 'vitest';
import { EMPTY_TIME } from '../../../contract/limits.ts';
import { lastEventOf } from './last-event.ts';

describe('R4-38 when the last event passed', () => {
  const stored = '2026-11-21T10:00:00Z';
  const second = Date.parse(stored) / 1000;

  test('never, while it runs and nothing came: not the year in which clocks begin', () => {
    expect(lastEventOf(EMPTY_TIME, [0, 0])).toBe(EMPTY_TIME);
    expect(lastEventOf(EMPTY_TIME, [])).toBe(EMPTY_TIME);
  });

  test('the later one of what is stored and what was counted since, in whichever pipeline', () => {
    expect(lastEventOf(stored, [second - 5, 0])).toBe(stored);
    expect(lastEventOf(stored, [0, second + 5])).toBe('2026-11-21T10:00:05.000Z');
    expect(lastEventOf(EMPTY_TIME, [second])).toBe('2026-11-21T10:00:00.000Z');
  });
});
