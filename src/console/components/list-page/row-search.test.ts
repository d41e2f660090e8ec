import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createRowSearch } from './row-search.ts';

const NAMES = ['Redact cards', 'route', 'Archive', 'red team'];

test('finds what contains the text, whatever its case, in order', () => {
  const search = createRowSearch(NAMES, (name) => name);
  expect(search('red')).toEqual(['Redact cards', 'red team']);
  expect(search('')).toBe(NAMES);
  expect(search('r')).toEqual(NAMES);
});

test('reads each row once, however much is typed', () => {
  const textOf = vi.fn((name: string) => name);
  const search = createRowSearch(NAMES, textOf);
  for (const wanted of ['r', 're', 'red', 're', 'r', '', 'x']) search(wanted);
  expect(textOf).toHaveBeenCalledTimes(NAMES.length);
});

test('finds the same in any order of texts', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 4 });
  fc.assert(
    fc.property(fc.array(text), fc.array(text), (rows, typed) => {
      const search = createRowSearch(rows, (row) => row);
      for (const wanted of typed) expect(search(wanted)).toEqual(rows.filter((row) => row.includes(wanted)));
    }),
  );
});
