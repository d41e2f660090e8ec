import { expect, test } from 'vitest';
import { computeWidthBoundEm } from './text-fit.ts';

test('a text is taken for no narrower than its letters may be', () => {
  expect(computeWidthBoundEm('')).toBe(0);
  expect(computeWidthBoundEm('iiii')).toBeCloseTo(4 * 0.68);
  expect(computeWidthBoundEm('WWWW')).toBeGreaterThan(4);
  expect(computeWidthBoundEm('Pipeline 12')).toBeLessThan(computeWidthBoundEm('PIPELINE 12'));
});

test('a letter whose width is not known fits nowhere', () => {
  expect(computeWidthBoundEm('名前')).toBe(Number.POSITIVE_INFINITY);
  expect(computeWidthBoundEm('a\tb')).toBe(Number.POSITIVE_INFINITY);
});
