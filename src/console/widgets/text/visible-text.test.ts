import { expect, test } from 'vitest';
import { visibleText } from './visible-text.ts';

test('what turns the direction of an event, or is not seen in it, stands as its code', () => {
  expect(visibleText('user=\u202enimda\u202c \u001b[31m zero\u200bwidth \u007f\ufeff\u2028')).toBe(
    'user=\\u202enimda\\u202c \\u001b[31m zero\\u200bwidth \\u007f\\ufeff\\u2028',
  );
});

test('letters of every script, tabs, line breaks and joined emoji stay as they are', () => {
  const text = 'שלום مرحبا\tçé 漢字\r\n👩‍🚒 می‌خواهم';
  expect(visibleText(text)).toBe(text);
});
