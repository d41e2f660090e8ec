import { expect, test } from 'vitest';
import { compilePattern, PatternError } from './pattern.ts';

const refusal = (text: string): string => {
  try {
    return `accepted as ${compilePattern(text).source}`;
  } catch (error) {
    return error instanceof PatternError ? error.message : `another error: ${error}`;
  }
};

test('what has no linear form is refused, saying why', () => {
  for (const text of ['(?=a)b', '(?!a)b', '(?<=a)b', '(?<!a)b'])
    expect(refusal(text)).toMatch(/^Look-around/);
  for (const text of ['(a)\\1', '(?<n>a)\\k<n>']) expect(refusal(text)).toMatch(/[Bb]ack-reference/);
  expect(refusal('(?>a)')).toMatch(/atomic/);
  expect(refusal('a++')).toMatch(/possessive/);
  expect(refusal('\\p{L}')).toMatch(/Unicode properties/);
  expect(refusal('(?x)a')).toMatch(/not known/);
});

test('mistakes are named with their place', () => {
  expect(refusal('(a')).toMatch(/character 1 is not closed/);
  expect(refusal('a)')).toMatch(/character 2 closes no group/);
  expect(refusal('[a')).toMatch(/not closed/);
  expect(refusal('*a')).toMatch(/nothing to repeat/);
  expect(refusal('a{2}{3}')).toMatch(/nothing to repeat/);
  expect(refusal('a{3,1}')).toMatch(/wrong order/);
  expect(refusal('a\\')).toMatch(/lone backslash/);
  expect(refusal('[b-a]')).toMatch(/not valid/);
  expect(refusal('a{2000}')).toMatch(/over 1000/);
  expect(refusal('a'.repeat(5000))).toMatch(/at most 4096/);
  expect(refusal('(?:(?:(?:a{1,900}){1,900}){1,900})')).toMatch(/too large/);
  expect(refusal('('.repeat(500))).toMatch(/nested/);
});

test('rewritten patterns match what the person wrote', () => {
  const cases: [string, string[], string[]][] = [
    ['(?i)^error$', ['ERROR', 'Error'], ['errors']],
    ['^(?i:ab)c$', ['ABc', 'abc'], ['abC']],
    ['(?i)^[a-f]+$', ['AbF'], ['g']],
    ['^x{20}$', ['x'.repeat(20)], ['x'.repeat(19), 'x'.repeat(21)]],
    ['^x{3,40}$', ['xxx', 'x'.repeat(40)], ['xx', 'x'.repeat(41)]],
    ['^x{20,}$', ['x'.repeat(20), 'x'.repeat(99)], ['x'.repeat(19)]],
    ['^(?:[0-9a-f]{1,4}:){7}$', ['1:2:3:4:5:6:7:'], ['1:2:3:4:5:6:']],
    ['^[[:digit:]_]+$', ['1_2'], ['a']],
    ['^😀+$', ['😀😀'], ['😀x']],
    ['\\Aa\\z', ['a'], ['ab']],
    ['^(?P<name>a|b)$', ['a'], ['c']],
    ['^a.b$', ['axb'], ['a\nb']],
    ['^[]x]{2}$', [']x'], ['y]']],
  ];
  for (const [text, yes, no] of cases) {
    const pattern = compilePattern(text);
    expect(
      yes.filter((line) => !pattern.test(line)),
      text,
    ).toEqual([]);
    expect(
      no.filter((line) => pattern.test(line)),
      text,
    ).toEqual([]);
  }
  expect(compilePattern('a', { ignoreCase: true }).test('A')).toBe(true);
  expect(compilePattern('^b', { multiline: true }).test('a\nb')).toBe(true);
  expect(compilePattern('a.b', { dotAll: true }).test('a\nb')).toBe(true);
  expect(compilePattern('(?<y>\\d+)').exec('a12')?.groups?.y).toBe('12');
});
