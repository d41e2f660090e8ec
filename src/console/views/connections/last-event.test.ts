import { describe, expect, test } from 'vitest';
import { EMPTY_TIME } from '../../../contract/limits.ts';
import { findLastEvent } from './last-event.ts';

describe('when the last event passed [R4-38]', () => {
  const stored = '2026-11-21T10:00:00Z';
  const second = Date.parse(stored) / 1000;

  test('never, when nothing came: not the year 1970', () => {
    expect(findLastEvent(EMPTY_TIME, [0, 0])).toBe(EMPTY_TIME);
    expect(findLastEvent(EMPTY_TIME, [])).toBe(EMPTY_TIME);
  });

  test('the later of the stored time and the counted one, over pipelines', () => {
    expect(findLastEvent(stored, [second - 5, 0])).toBe(stored);
    expect(findLastEvent(stored, [0, second + 5])).toBe('2026-11-21T10:00:05.000Z');
    expect(findLastEvent(EMPTY_TIME, [second])).toBe('2026-11-21T10:00:00.000Z');
  });
});
