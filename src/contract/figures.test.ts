import { expect, test } from 'vitest';
import { computeRate } from './figures.ts';

test('rate: rise of a total per second; none without time, or after a fall', () => {
  expect(computeRate({ at: 10, total: 100 }, { at: 15, total: 150 })).toBe(10);
  expect(computeRate({ at: 10, total: 100 }, { at: 10, total: 150 })).toBeUndefined();
  expect(computeRate({ at: 11, total: 100 }, { at: 10, total: 150 })).toBeUndefined();
  expect(computeRate({ at: 10, total: 100 }, { at: 15, total: 3 })).toBe(0);
});
