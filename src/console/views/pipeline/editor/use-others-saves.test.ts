import { expect, test } from 'vitest';
import { describeOthersSave } from './use-others-saves.ts';

const editing = { isDirty: true, isPinned: false, isAnswerLost: false };

test('another version while editing: what happens, and whose it is [R4-85, R4-134]', () => {
  expect(describeOthersSave(3, 'ada@example.org', editing)).toBe(
    'v3 was saved by ada@example.org in the meantime. Your changes are kept; saving merges both, or asks where you changed the same.',
  );
  expect(describeOthersSave(3, undefined, { ...editing, isDirty: false })).toBe(
    'v3 was saved in the meantime. It is on screen now.',
  );
  expect(describeOthersSave(3, undefined, { ...editing, isAnswerLost: true })).toContain(
    'It may be your own save whose answer was lost.',
  );
});
