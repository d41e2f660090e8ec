import { expect, it } from 'vitest';
import { findChunkCircle } from './chunk-circle.ts';

const chunks = (imports: Record<string, string[]>) =>
  Object.entries(imports).map(([fileName, names]) => ({ fileName, imports: names }));

it('files that import each other in a circle are found, others are not', () => {
  const shared = { main: ['a', 'b'], a: ['c'], b: ['a', 'c'], c: ['elsewhere'] };
  expect(findChunkCircle(chunks(shared))).toBeUndefined();
  expect(findChunkCircle(chunks({ ...shared, c: ['d'], d: ['a'] }))).toEqual(['a', 'c', 'd', 'a']);
});
