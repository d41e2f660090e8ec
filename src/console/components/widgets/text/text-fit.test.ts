import { expect, test } from 'vitest';
import { widthBoundEm } from './text-fit.ts';

test('a text is taken for no narrower than its letters may be', () => {
  expect(widthBoundEm('')).toBe(0);
  expect(widthBoundEm('iiii')).toBeCloseTo(4 * 0.68);
  expect(widthBoundEm('WWWW')).toBeGreaterThan(4);
  expect(widthBoundEm('Pipeline 12')).toBeLessThan(widthBoundEm('PIPELINE 12'));
});

test('a letter whose width is not known fits nowhere', () => {
  expect(widthBoundEm('名前')).toBe(Number.POSITIVE_INFINITY);
  expect(widthBoundEm('a\tb')).toBe(Number.POSITIVE_INFINITY);
});
