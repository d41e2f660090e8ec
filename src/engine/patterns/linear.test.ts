// Slow: 724 patterns on nine hostile lines each.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';

function run(script: string, flag: string, input = ''): unknown {
  const child = spawnSync(process.execPath, [flag, join(import.meta.dirname, 'testing', script)], {
    input,
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(child.stderr).toBe('');
  return JSON.parse(child.stdout);
}

test('50 slow patterns take linear time in an engine process', () => {
  const results = run('evil.ts', '--enable-experimental-regexp-engine-on-excessive-backtracks') as {
    pattern: string;
    small: number;
    large: number;
  }[];
  expect(results.length).toBe(50);
  // For four times the text, linear takes 4× and quadratic 16×. Below 60 ms timing is unreliable.
  const slow = results.filter(({ small, large }) => large > 1500 || (large > 60 && large / small > 10));
  expect(slow).toEqual([]);
});

test('hostile lines take linear time with every shipped grok pattern of both sets', () => {
  expect(run('hostile-lines.ts', '--enable-experimental-regexp-engine-on-excessive-backtracks')).toEqual([]);
});

test('ReDoS: whatever a translated pattern is, the linear engine takes it', () => {
  const unit = fc.constantFrom('a', 'B', '.', '\\d', '[a-c]', '[^x]', '\\b', '^', '$', '(?i:q)', '\\.', 'é');
  const times = fc.constantFrom(
    '',
    '',
    '*',
    '+',
    '?',
    '{3}',
    '{2,9}',
    '{17}',
    '{1,40}',
    '{5,}',
    '*?',
    '{0,3}?',
  );
  const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
    part: fc.oneof(
      { maxDepth: 5 },
      fc.tuple(unit, times).map((pair) => pair.join('')),
      fc
        .tuple(fc.constantFrom('(', '(?:', '(?<n>'), tie('pattern'), times)
        .map(([open, inner, count]) => `${open}${inner})${count}`),
    ),
    pattern: fc
      .array(tie('part'), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('|').replace('|', '')),
  }));
  const patterns = fc.sample(pattern, 3000);
  expect(run('linear-check.ts', '--enable-experimental-regexp-engine', JSON.stringify(patterns))).toEqual([]);
});
