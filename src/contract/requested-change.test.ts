import { expect, test } from 'vitest';
import { describeRequested } from './requested-change.ts';

test('a pull request without a comment is named by what it does', () => {
  const one = (name: string, change: 'create' | 'update' | 'delete') => ({ name, change });
  expect(describeRequested([one('a', 'update')])).toBe("Change 'a'");
  expect(describeRequested([one('a', 'update'), { ...one('b', 'update'), kind: 'SINK' }])).toBe(
    "Change 'a', destination 'b'",
  );
  expect(describeRequested([one('c', 'delete'), one('a', 'create'), one('b', 'create')])).toBe(
    "Create 'a', 'b'; delete 'c'",
  );
});
