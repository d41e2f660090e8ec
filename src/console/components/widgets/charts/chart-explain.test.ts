import { expect, test } from 'vitest';
import { type ChartMark, listMarksInBucket, summarizeMarks } from './chart-explain.ts';
import { getChartKeyAction } from './chart-keys.ts';

const MINUTE = 60_000;
const mark = (minute: number, label: string): ChartMark => ({
  id: label,
  time: minute * MINUTE,
  kind: 'deployment',
  label,
});
const time = (at: number) => `minute ${at / MINUTE}`;

test('changes stand in words, the newest five by name', () => {
  expect(summarizeMarks([], time)).toBe('');
  expect(summarizeMarks([mark(1, 'v1 was deployed')], time)).toBe(' Changes: minute 1 v1 was deployed.');
  const many = [1, 2, 3, 4, 5, 6, 7].map((minute) => mark(minute, `v${minute}`));
  expect(summarizeMarks(many, time)).toBe(
    ' Changes: minute 3 v3; minute 4 v4; minute 5 v5; minute 6 v6; minute 7 v7; 2 earlier.',
  );
});

test('a bucket has the changes from its start to before its end', () => {
  const marks = [mark(1, 'before'), mark(2, 'at its start'), mark(3, 'at its end')];
  expect(listMarksInBucket(marks, 2 * MINUTE, MINUTE).map(({ label }) => label)).toEqual(['at its start']);
});

test('W explains the value read, only where a handler exists', () => {
  const press = { key: 'w', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
  expect(getChartKeyAction(press, [0], { at: 0 }, true, true)).toEqual({ kind: 'explain' });
  expect(getChartKeyAction(press, [0], { at: 0 }, false, true)).toEqual({ kind: 'explain' });
  expect(getChartKeyAction(press, [0], { at: 0 }, true)).toBeUndefined();
  expect(getChartKeyAction({ ...press, ctrlKey: true }, [0], { at: 0 }, true, true)).toBeUndefined();
});
