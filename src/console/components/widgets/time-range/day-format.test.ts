import { DateLib } from 'react-day-picker';
import { expect, test } from 'vitest';
import { format } from './day-format.ts';

const PATTERNS = ['d', 'cccc', 'cccccc', 'PPPP', 'LLLL y', 'LLLL yyyy', 'yyyy-MM', 'yyyy-MM-dd'];

test('days are written as by the library of the calendar', () => {
  const library = new DateLib();
  for (let day = 0; day < 800; day++) {
    const date = new Date(2026, 0, 1 + day);
    for (const pattern of PATTERNS)
      expect(format(date, pattern), pattern).toBe(library.format(date, pattern));
  }
});

test('another pattern is an error, not a wrong text', () => {
  expect(() => format(new Date(), 'QQQ')).toThrow("no format of days for 'QQQ'");
});
