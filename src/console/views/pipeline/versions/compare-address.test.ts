import { expect, test } from 'vitest';
import { formatCompared, parseCompared, sortSides } from './compare-address.ts';

test.each([
  ['3..5', { from: 3, to: 5 }],
  ['5..3', { from: 5, to: 3 }],
  ['5..draft', { from: 5, to: 'draft' }],
  ['3', undefined],
  ['3..', undefined],
  ['3..3', undefined],
  ['0..3', undefined],
  ['3..5..7', undefined],
  ['a..b', undefined],
  ['', undefined],
  [null, undefined],
])('the address %o compares %o', (text, compared) => {
  expect(parseCompared(text)).toEqual(compared);
  if (compared)
    expect(parseCompared(formatCompared(parseCompared(text) ?? { from: 1, to: 2 }))).toEqual(compared);
});

test('a comparison reads from older to newer, the draft last', () => {
  expect(sortSides(5, 3)).toEqual({ from: 3, to: 5 });
  expect(sortSides('draft', 9)).toEqual({ from: 9, to: 'draft' });
});
