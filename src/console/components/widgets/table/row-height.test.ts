import { expect, test } from 'vitest';
import { rowHeightOf } from './row-height.ts';

test('a row is 40px high, less in a dense table [R2.8-11, R9-25]', () => {
  expect(rowHeightOf('comfortable')).toBe(40);
  expect(rowHeightOf('compact')).toBeLessThan(40);
});
