import { expect, test } from 'vitest';
import { applySuggestion } from './apply-suggestion.ts';

test('suggestion: it replaces what it decides, and keeps the rest [R3-77]', () => {
  const before = { field: 'log', pairDelimiter: ';', quotes: 'none', onError: 'drop' };
  expect(applySuggestion(before, { templateId: 'parse_key_value', config: { valueDelimiter: ':' } })).toEqual(
    {
      field: 'log',
      quotes: 'none',
      onError: 'drop',
      valueDelimiter: ':',
    },
  );
});

test('suggestion: redaction gets a rule more, each kind once', () => {
  const rules = [
    { find: 'email', action: 'hash' },
    { find: 'pattern', pattern: 'x' },
  ];
  const email = { find: 'email', action: 'replace' };
  const applied = applySuggestion({ rules }, { templateId: 'redact', config: { rules: [email] } });
  expect(applied).toEqual({ rules: [{ find: 'pattern', pattern: 'x' }, email] });
  expect(applySuggestion({}, { templateId: 'redact', config: { rules: [email] } })).toEqual({
    rules: [email],
  });
});
