import { describe, expect, it } from 'vitest';
import { formatDateTimeInput, formatUtcOffset, readDateTime, stepDateTime } from './date-time-text.ts';

/** Local time, so that the test passes in every time zone. */
const at = (...parts: [number, number, number, number?, number?, number?]): number => {
  const [year, month, day, hour = 0, minute = 0, second = 0] = parts;
  return new Date(year, month - 1, day, hour, minute, second).getTime() / 1000;
};
const NOW = at(2026, 11, 21, 14, 30, 5);

describe('keyboard entry of a time to the second [R2.8-44]', () => {
  it('reads back what it shows', () => {
    expect(formatDateTimeInput(NOW)).toBe('2026-11-21 14:30:05');
    expect(readDateTime(formatDateTimeInput(NOW), NOW)).toBe(NOW);
  });

  it.each([
    ['2026-11-20T08:01:02', at(2026, 11, 20, 8, 1, 2)],
    [' 2026/11/20  8:01 ', at(2026, 11, 20, 8, 1)],
    ['2026-11-20', at(2026, 11, 20)],
    ['2026-1-2 3:04', at(2026, 1, 2, 3, 4)],
    ['20261120 080102', at(2026, 11, 20, 8, 1, 2)],
    ['20.11.2026 08:01', at(2026, 11, 20, 8, 1)],
    ['08:15', at(2026, 11, 21, 8, 15)],
    ['yesterday 08:15:30', at(2026, 11, 20, 8, 15, 30)],
    ['today', at(2026, 11, 21)],
    ['now', NOW],
  ])('reads %s', (text, unixSeconds) => {
    expect(readDateTime(text, NOW)).toBe(unixSeconds);
  });

  it.each([
    '',
    'soon',
    '2026-02-30',
    '2026-13-01',
    '2026-11-20 24:00',
    '2026-11-20 08:60',
    '11/12/2026',
    '8',
  ])('does not guess what %s means', (text) => {
    expect(readDateTime(text, NOW)).toBeUndefined();
  });
});

describe('arrows step the part under the caret', () => {
  it.each([
    [2, 1, '2027-11-21 14:30:05', '2027'],
    [6, 1, '2026-12-21 14:30:05', '12'],
    [9, 10, '2026-12-01 14:30:05', '01'],
    [12, -15, '2026-11-20 23:30:05', '23'],
    [15, 30, '2026-11-21 15:00:05', '00'],
    [19, -6, '2026-11-21 14:29:59', '59'],
  ])('caret %i by %i', (caret, by, text, marked) => {
    const stepped = stepDateTime(NOW, caret, by);
    expect(stepped.text).toBe(text);
    expect(text.slice(stepped.start, stepped.end)).toBe(marked);
  });

  it('keeps to the last day of a shorter month', () => {
    expect(stepDateTime(at(2026, 3, 31), 6, -1).text).toBe('2026-02-28 00:00:00');
    expect(stepDateTime(at(2028, 2, 29), 0, 1).text).toBe('2029-02-28 00:00:00');
  });
});

it('says the offset of the zone', () => {
  expect(formatUtcOffset(NOW)).toMatch(/^UTC[+−]\d\d:\d\d$/);
});
