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
      const patterns = new EventPatterns({ maxPatterns: 10, maxAlike: 2, similarity: 1 });
      for (const text of messages) {
        const taken = patterns.take(text);
        expect(patterns.size).toBeLessThanOrEqual(10);
        expect(patterns.all()).toContain(taken?.pattern);
        expect(patterns.all()).toHaveLength(patterns.size);
      }
    }),
  );
});
