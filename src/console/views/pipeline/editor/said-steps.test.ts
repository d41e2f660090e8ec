import { expect, test } from 'vitest';
import { describeStepChange } from './said-steps.ts';

const steps = (past: string, future: string) => ({
  past: [...past].map((label) => ({ label })),
  future: [...future].map((label) => ({ label })),
});

test.each([
  ['a step that is undone', steps('ab', ''), steps('a', 'b'), 'Undone: b, 1 change left'],
  ['the first of several that are undone', steps('abc', ''), steps('', 'cba'), 'Undone: a, 0 changes left'],
  ['a step that is done again', steps('a', 'cb'), steps('ab', 'c'), 'Redone: b, 2 changes left'],
  [
    'the last of several that are done again',
    steps('a', 'cb'),
    steps('abc', ''),
    'Redone: c, 3 changes left',
  ],
  ['an edit', steps('a', ''), steps('ab', ''), undefined],
  ['an edit in the place of what was undone', steps('a', 'b'), steps('ax', ''), undefined],
  ['a history that begins anew', steps('ab', 'c'), steps('', ''), undefined],
])('a screen reader hears of %s [R1]', (_, before, now, said) => {
  expect(describeStepChange(before, now)).toBe(said);
});
