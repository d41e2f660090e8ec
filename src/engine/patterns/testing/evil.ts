import process from 'node:process';
/** Prints worst time and growth of evil patterns. Run it in Node with the engine's flags. */
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
  ['^(a+)*$', (n) => `${a(n)}!`],
  ['^((a+)+)+$', (n) => `${a(n)}!`],
  ['(a+)+b', a],
  ['(a*)+b', a],
  ['([a-z]+)+[0-9]', a],
  ['^([a-z0-9]+)*@', a],
  ['^([a-zA-Z0-9_.-]+)+@', (n) => `${a(n)}!`],
  ['^(\\w+)+:', a],
  ['(\\w+\\.)*\\w+@', (n) => 'a.'.repeat(n / 2)],
  ['^(https?://)?([\\w.-]+)*/$', (n) => `${'a.'.repeat(n / 2)}!`],
  ['("[^"]*"|[^,]*)*;', (n) => 'x,'.repeat(n / 2)],
  ['(\\s*,\\s*)+;', (n) => ' , '.repeat(n / 3)],
  ['^\\s*(\\S+\\s+)*=', (n) => 'a '.repeat(n / 2)],
  ['(0|1|01|10)*2', (n) => '01'.repeat(n / 2)],
  ['^(.+)+$x', a],
  ['(.*a){10}', (n) => 'b'.repeat(n)],
  ['(.+)+=(.+)+;', (n) => 'k='.repeat(n / 2)],
  ['\\[(\\[|\\])*x', (n) => '['.repeat(n)],
  ['<(<|[^>])*>x', (n) => '<'.repeat(n)],
  ['(-?)*-+!', (n) => '-'.repeat(n)],
  ['^(a{0,3})*b', a],
  ['(aa|aaa)+b', a],
  ['([^b]*a)*c', a],
  ['(?:a|b?)*c', (n) => 'ab'.repeat(n / 2)],
  ['^(?:\\d+[ -]?)+x', (n) => '12 '.repeat(n / 3)],
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
function measureTime(regexp: RegExp, text: string): number {
  // CPU time, to ignore other load.
  const start = process.cpuUsage();
  regexp.test(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
const SMALL = 16_384;
const results = subjects.map(({ pattern, text, regexp }) => {
  const small = Math.min(measureTime(regexp, text(SMALL)), measureTime(regexp, text(SMALL)));
  const large = Math.min(measureTime(regexp, text(SMALL * 4)), measureTime(regexp, text(SMALL * 4)));
  return { pattern, small, large };
});
process.stdout.write(JSON.stringify(results));
