import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formExpression, MessageForms } from './message-forms.ts';

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

it('the expression of each form matches all its messages, and every message has one form (R2.4-61)', () => {
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 60 }), (messages) => {
      const forms = new MessageForms();
      const taken = messages.map((text) => ({ text, form: forms.take(text)!.form }));
      for (const { text, form } of taken) expect(text).toMatch(new RegExp(formExpression(form)));
      expect(forms.all().reduce((sum, { count }) => sum + count, 0)).toBe(messages.length);
      expect(forms.all()).toHaveLength(forms.size);
    }),
  );
});

it('never remembers more than it may, and keeps what was seen last', () => {
  fc.assert(
    fc.property(fc.array(message, { minLength: 30, maxLength: 120 }), (messages) => {
      const forms = new MessageForms({ maxForms: 10, maxAlike: 2, similarity: 1 });
      for (const text of messages) {
        const taken = forms.take(text);
        expect(forms.size).toBeLessThanOrEqual(10);
        expect(forms.all()).toContain(taken?.form);
        expect(forms.all()).toHaveLength(forms.size);
      }
    }),
  );
});
