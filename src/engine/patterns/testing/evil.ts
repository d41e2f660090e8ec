import process from 'node:process';
/** Run in a Node started as the engine is: prints the worst time and growth of patterns made to be slow. */
import { compileGrok } from '../grok.ts';
import { compilePattern } from '../pattern.ts';

const a = (n: number): string => 'a'.repeat(n);
const EVIL: readonly (readonly [pattern: string, text: (n: number) => string])[] = [
  ['^(a+)+$', (n) => `${a(n)}!`],
  ['^(a*)*$', (n) => `${a(n)}!`],
  ['^(a|a)*$', (n) => `${a(n)}!`],
  ['^(a|aa)+$', (n) => `${a(n)}!`],
  ['^([a-zA-Z]+)*$', (n) => `${a(n)}!`],
  ['^(.*?,){12}P', (n) => `${'1,'.repeat(n / 2)}`],
  ['(.*)*x', a],
  ['(a?){16}a{16}$', (n) => `${a(n)}b`],
  ['^(\\w+\\s?)*$', (n) => `${'a '.repeat(n / 2)}!`],
  ['(\\d+)+\\.$', (n) => '1'.repeat(n)],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', a],
  ['(x+x+)+y', (n) => 'x'.repeat(n)],
  ['a*a*a*a*a*b', a],
  ['.*.*=.*', a],
  ['(?:a*)*(?:a*)*b', a],
  ['^(?:(?:a+)?)*b', a],
  ['(a|b|ab)*c', (n) => 'ab'.repeat(n / 2)],
  ['(?:[^"]*"[^"]*")*$x', (n) => '"'.repeat(n)],
  ['a*b', a],
  ['([^,]+,)*;', (n) => 'x,'.repeat(n / 2)],
  ['\\s+$', (n) => `${' '.repeat(n)}x`],
];
const GROK = [
  '%{DATA:a}%{DATA:b}%{DATA:c}!',
  '%{IPORHOST:a} %{URI:b}',
  '%{COMBINEDAPACHELOG}',
  '%{HOSTNAME:h}:%{INT:i}',
];

const subjects = [
  ...EVIL.map(([pattern, text]) => ({ pattern, text, regexp: compilePattern(pattern) })),
  ...GROK.map((pattern) => ({ pattern, text: a, regexp: compileGrok(pattern).regexp })),
];
function timeOf(regexp: RegExp, text: string): number {
  const start = performance.now();
  regexp.test(text);
  return performance.now() - start;
}
const SMALL = 16_384;
const results = subjects.map(({ pattern, text, regexp }) => {
  const small = Math.min(timeOf(regexp, text(SMALL)), timeOf(regexp, text(SMALL)));
  const large = Math.min(timeOf(regexp, text(SMALL * 4)), timeOf(regexp, text(SMALL * 4)));
  return { pattern, small, large };
});
process.stdout.write(JSON.stringify(results));
