import { expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

const most = () => 0.999_999;

it('waits longer with each try, at most 30 s, anywhere below that [R6]', () => {
  const longest = Array.from({ length: 12 }, (_, attempt) => Math.round(backoffMs(attempt, undefined, most)));
  expect(longest.slice(0, 4)).toEqual([250, 500, 1000, 2000]);
  expect(longest[11]).toBe(30_000);
  expect(backoffMs(5, undefined, () => 0)).toBe(10);
});

it('never comes before Retry-After, which may not stop the destination for hours [R7]', () => {
  expect(backoffMs(0, 5000, () => 0)).toBe(5000);
  expect(backoffMs(0, 86_400_000, () => 0)).toBe(600_000);
});
