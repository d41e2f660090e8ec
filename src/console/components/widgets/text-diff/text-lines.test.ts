import { expect, test } from 'vitest';
import { diffLines } from './text-lines.ts';

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}`);

test('changed lines are shown with three around, the rest is skipped [R2.1-28]', () => {
  const before = `${lines(1, 20).join('\n')}\n`;
  const shown = diffLines(before, before.replace('line 10', 'line ten'));
  expect(shown?.map(({ kind, text }) => `${kind}${text}`)).toEqual([
    'skipped…',
    ...lines(7, 9).map((text) => `same ${text}`),
    'removed-line 10',
    'added+line ten',
    ...lines(11, 13).map((text) => `same ${text}`),
  ]);
});

test('very long texts are not compared', () => {
  expect(diffLines('a', 'b\n'.repeat(6000))).toBeUndefined();
});
