import { expect, test } from 'vitest';
import { getRowHeight } from './row-height.ts';

test('a row is 40px high, less in a dense table [R2.8-11, R9-25]', () => {
  expect(getRowHeight('comfortable')).toBe(40);
  expect(getRowHeight('compact')).toBeLessThan(40);
});
