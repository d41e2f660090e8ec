import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EventPatterns, toPatternExpression } from './event-patterns.ts';

const word = fc.constantFrom(
  'user',
  'login',
  '10.0.0.1',
  '42',
  'a=1',
  '(0x12345678)',
  'ok',
  'failed',
  '12:30:00',
  '"a b"',
  '"GET /a HTTP/1.1"',
  '16.5 KB',
  'Mar 27 13:06:56',
  '[Sun Dec 04 04:47:44 2005]',
  '"',
);
const message = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));

it('the expression of a pattern matches its messages, and no other pattern does [R2.4-61]', () => {
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 60 }), (messages) => {
      const patterns = new EventPatterns();
      const taken = messages.map((text) => ({ text, pattern: patterns.take(text)!.pattern }));
      for (const { text, pattern } of taken) expect(text).toMatch(new RegExp(toPatternExpression(pattern)));
      expect(patterns.all().reduce((sum, { count }) => sum + count, 0)).toBe(messages.length);
      expect(patterns.all()).toHaveLength(patterns.size);
    }),
  );
});

it('the memory of patterns is bounded, and keeps the most recent', () => {
  fc.assert(
    fc.property(fc.array(message, { minLength: 30, maxLength: 120 }), (messages) => {
      const patterns = new EventPatterns({ maxPatterns: 10, similarity: 1 });
      for (const text of messages) {
        const taken = patterns.take(text);
        expect(patterns.size).toBeLessThanOrEqual(10);
        expect(patterns.all()).toContain(taken?.pattern);
        expect(patterns.all()).toHaveLength(patterns.size);
      }
    }),
  );
});

const DATES: readonly ((at: Date) => string)[] = [
  (at) => at.toISOString(),
  (at) => at.toISOString().replace('T', ' ').replace('Z', ''),
  (at) => at.toUTCString(),
  (at) => `[${at.toDateString()}]`,
  (at) => `${at.toDateString().slice(4, 10)} ${at.toISOString().slice(11, 19)}`,
  (at) => `[${at.toDateString().slice(0, 10)} ${at.toISOString().slice(11, 19)} ${at.getUTCFullYear()}]`,
  (at) => `${at.getUTCDate()}/${at.toDateString().slice(4, 7)}/${at.getUTCFullYear()}:10:05:03 +0000`,
  (at) => `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()}`,
  (at) => at.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' }),
  (at) => at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
  (at) => String(at.getTime()),
];

it.each(DATES.map((write) => [write(new Date(0)), write]))(
  'no pattern holds a date written as %s',
  (_, write) => {
    const instant = fc.date({
      noInvalidDate: true,
      min: new Date('1990-01-01'),
      max: new Date('2040-01-01'),
    });
    fc.assert(
      fc.property(instant, instant, (one, other) => {
        const patterns = new EventPatterns();
        const first = patterns.take(`${write(one)} disk is full`)?.pattern;
        const expression = toPatternExpression(first!);
        expect(`${write(other)} disk is full`).toMatch(new RegExp(expression));
        expect(patterns.take(`${write(other)} disk is full`)?.pattern).toBe(first);
      }),
    );
  },
);

it('a pattern is the same whichever of its messages comes first', () => {
  const messages = [
    'session opened for user root by (uid=0)',
    'session opened for user news by (uid=17)',
    'session opened for user backup2 by (uid=18)',
  ];
  const keys = messages.map((text) => new EventPatterns().take(text)?.pattern.key);
  expect(new Set(keys)).toEqual(new Set(['session opened for user * by (uid*']));
});

it('a word before named values in brackets tells patterns apart, a bare value does not', () => {
  const computeKey = (text: string) => new EventPatterns().take(text)?.pattern.key;
  expect(computeKey('session opened for user root by LOGIN(uid=0)')).toBe(
    'session opened for user * by LOGIN(uid*',
  );
  expect(computeKey('session opened for user root by (uid=0)')).toBe('session opened for user * by (uid*');
  expect(computeKey('synchronized to LOCAL(0), stratum 10')).toBe(
    computeKey('synchronized to 10.0.0.7, stratum 3'),
  );
});
