import { expect, test, vi } from 'vitest';
import { computeRate, formatExact } from './figures.ts';

test('rate: rise of a total per second; none without time, or after a fall', () => {
  expect(computeRate({ at: 10, total: 100 }, { at: 15, total: 150 })).toBe(10);
  expect(computeRate({ at: 10, total: 100 }, { at: 10, total: 150 })).toBeUndefined();
  expect(computeRate({ at: 11, total: 100 }, { at: 10, total: 150 })).toBeUndefined();
  expect(computeRate({ at: 10, total: 100 }, { at: 15, total: 3 })).toBe(0);
});

test('whole numbers are separated like the locale does, without asking it', () => {
  const whole = [0, -0, 7, 999, 1000, -999, -1234, 12_345_678, Number.MAX_SAFE_INTEGER];
  const expected = whole.map((value) => (value + 0).toLocaleString('en-US').replace('-', '−'));
  const asked = vi.spyOn(Number.prototype, 'toLocaleString');
  expect(whole.map(formatExact)).toEqual(expected);
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
});
