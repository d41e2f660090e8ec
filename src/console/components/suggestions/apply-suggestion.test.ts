import { expect, test } from 'vitest';
import { applySuggestion, isApplied } from './apply-suggestion.ts';

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

test('suggestion: a removal gets a field more, and is not suggested again', () => {
  const host = { templateId: 'remove_fields', config: { fields: ['host'] } };
  const before = { fields: ['a'], removeNull: true };
  expect([isApplied(before, host), isApplied({}, host)]).toEqual([false, false]);
  const after = applySuggestion(before, host);
  expect(after).toEqual({ fields: ['a', 'host'], removeNull: true });
  expect(isApplied(after, host)).toBe(true);
});

test('suggestion: a sample of one message loses the share of before', () => {
  const before = { mode: 'percent', percent: 5, exclude: {} };
  const config = { mode: 'one_in', rate: 10, condition: {} };
  expect(applySuggestion(before, { templateId: 'sample', config })).toEqual({ exclude: {}, ...config });
});
