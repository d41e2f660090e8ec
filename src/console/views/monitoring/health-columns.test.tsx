import { expect, test } from 'vitest';
import { formatLag } from './health-columns.tsx';

test.each([
  [0, '0', 's'],
  [119.9, '119', 's'],
  [1803, '30', 'min'],
  [7199, '119', 'min'],
  [86_400, '24', 'h'],
])('a lag of %d seconds reads %s %s', (seconds, value, unit) => {
  expect(formatLag(seconds)).toEqual({ value, unit });
});

test('what has no lag shows none', () => {
  expect(formatLag(null)).toBeUndefined();
});
