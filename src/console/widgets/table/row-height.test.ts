import { expect, test } from 'vitest';
import { rowHeightOf } from './row-height.ts';

test('R2.8-11, R9-25 a row of a table is 40 px high, and less where people chose less', () => {
  expect(rowHeightOf('comfortable')).toBe(40);
  expect(rowHeightOf('compact')).toBeLessThan(40);
});
