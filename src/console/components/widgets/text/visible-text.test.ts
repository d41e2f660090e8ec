import { expect, test } from 'vitest';
import { escapeHiddenCharacters } from './visible-text.ts';

test('invisible and bidirectional characters of an event are shown as codes', () => {
  expect(escapeHiddenCharacters('user=\u202enimda\u202c \u001b[31m zero\u200bwidth \u007f\ufeff\u2028')).toBe(
    'user=\\u202enimda\\u202c \\u001b[31m zero\\u200bwidth \\u007f\\ufeff\\u2028',
  );
});

test('letters of any script, tabs, line breaks and emoji stay', () => {
  const text = 'שלום مرحبا\tçé 漢字\r\n👩‍🚒 می‌خواهم';
  expect(escapeHiddenCharacters(text)).toBe(text);
});
