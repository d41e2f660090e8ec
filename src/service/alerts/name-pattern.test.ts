import { expect, test } from 'vitest';
import { compileNamePattern } from './name-pattern.ts';

test.each([
  ['web-*', 'Web-logs', true],
  ['web-*', 'my web-logs', false],
  ['*logs', 'web-logs', true],
  ['web*logs', 'weblogs', true],
  ['web*blogs', 'weblogs', false],
  ['*b*g*', 'web-logs', true],
  ['*g*b*', 'web-logs', false],
  ['a*a', 'a', false],
  ['**', '', true],
  ['web.logs', 'web-logs', false],
  ['WEB', 'web', true],
])('alert scope: %s on %s is %s', (pattern, name, fits) => {
  expect(compileNamePattern(pattern)(name)).toBe(fits);
});

test('alert scope: a pattern of many stars never stops the service', () => {
  const name = 'a'.repeat(128);
  const before = performance.now();
  for (const pattern of [`${'*'.repeat(127)}#`, `${'*a'.repeat(63)}#`, `${'*a'.repeat(62)}*b*`])
    expect(compileNamePattern(pattern)(name)).toBe(false);
  expect(performance.now() - before).toBeLessThan(1000);
});
