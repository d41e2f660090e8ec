import { expect, test } from 'vitest';
import type { ConditionOperator, ConditionRule } from '../../contract/conditions.ts';
import { PatternError } from '../patterns/pattern.ts';
import { Batch } from './batch.ts';
import { ConditionError, compileCondition } from './condition.ts';
import { FieldPathError } from './path.ts';

const EVENT =
  '{"status":200,"code":"200","level":"error","msg":"caf\\u00e9 opened","n":{"id":9007199254740993},"ip":"10.1.2.3","v6":"fd00::1","ok":true,"none":null,"zip":"007","f":2.50}';

function holds(
  field: string,
  operator: ConditionOperator,
  value?: string | string[],
  event = EVENT,
): boolean {
  const batch = new Batch();
  batch.loadJsonLines(Buffer.from(event));
  const rule: ConditionRule = value === undefined ? { field, operator } : { field, operator, value };
  return compileCondition({ match: 'all', rules: [rule] })(batch, 0);
}

test('design 11: numbers compare as numbers when both are, else as text', () => {
  expect(holds('status', 'equals', '200')).toBe(true);
  expect(holds('code', 'equals', '200')).toBe(true);
  expect(holds('code', 'equals', '2e2')).toBe(true);
  expect(holds('f', 'equals', '2.5')).toBe(true);
  expect(holds('zip', 'equals', '7')).toBe(false);
  expect(holds('zip', 'equals', '007')).toBe(true);
  expect(holds('ok', 'equals', 'true')).toBe(true);
  expect(holds('none', 'equals', 'null')).toBe(true);
  expect(holds('n.id', 'equals', '9007199254740993')).toBe(true);
  expect(holds('n.id', 'equals', '9007199254740992')).toBe(false);
  expect(holds('status', 'not_equals', '201')).toBe(true);
});

test('design 11: greater and less are for numbers', () => {
  expect(holds('status', 'gt', '199.5')).toBe(true);
  expect(holds('status', 'gte', '200')).toBe(true);
  expect(holds('code', 'lt', '1e3')).toBe(true);
  expect(holds('status', 'lte', '199')).toBe(false);
  expect(holds('level', 'gt', '0')).toBe(false);
  expect(holds('n.id', 'gt', '9007199254740992')).toBe(true);
});

test('design 11: text operators compare code points, escapes decoded', () => {
  expect(holds('msg', 'contains', 'café')).toBe(true);
  expect(holds('msg', 'not_contains', 'CAFÉ')).toBe(true);
  expect(holds('msg', 'starts_with', 'caf')).toBe(true);
  expect(holds('msg', 'ends_with', 'opened')).toBe(true);
  expect(holds('status', 'starts_with', '20')).toBe(true);
  expect(holds('level', 'in', ['warn', 'error'])).toBe(true);
  expect(holds('status', 'not_in', ['200', '304'])).toBe(false);
  expect(holds('status', 'in', ['1', '2', '3', '4', '2e2'])).toBe(true);
  expect(holds('level', 'matches', '^(err|crit)')).toBe(true);
  expect(holds('level', 'not_matches', '(?i)^ERR')).toBe(false);
});

test('design 11: addresses in a block, also IPv6 and IPv4 in IPv6', () => {
  expect(holds('ip', 'in_cidr', '10.0.0.0/8')).toBe(true);
  expect(holds('ip', 'in_cidr', '10.1.2.4/31')).toBe(false);
  expect(holds('v6', 'in_cidr', 'fc00::/7')).toBe(true);
  expect(holds('level', 'in_cidr', '0.0.0.0/0')).toBe(false);
  expect(holds('a', 'in_cidr', '10.0.0.0/8', '{"a":"::ffff:10.9.9.9"}')).toBe(true);
});

test('a missing field meets negative operators and no others', () => {
  const positive = ['equals', 'contains', 'starts_with', 'ends_with', 'matches'] as const;
  for (const operator of positive) expect(holds('missing.deep', operator, 'x')).toBe(false);
  for (const operator of ['gt', 'gte', 'lt', 'lte'] as const)
    expect(holds('missing', operator, '1')).toBe(false);
  expect(holds('missing', 'in', ['x'])).toBe(false);
  expect(holds('missing', 'in_cidr', '10.0.0.0/8')).toBe(false);
  for (const operator of ['not_equals', 'not_contains', 'not_matches'] as const)
    expect(holds('missing.deep', operator, 'x')).toBe(true);
  expect(holds('missing', 'not_in', ['x'])).toBe(true);
  expect(holds('missing', 'exists')).toBe(false);
  expect(holds('missing', 'not_exists')).toBe(true);
  expect(holds('none', 'exists')).toBe(true);
  expect(holds('none', 'not_equals', 'x')).toBe(true);
});

test('groups: all and any, one inside the other, on raw text too', () => {
  const batch = new Batch();
  batch.loadLines(Buffer.from('GET /health 200\nGET /cart 500'));
  const test = compileCondition({
    match: 'all',
    rules: [
      { field: 'message', operator: 'starts_with', value: 'GET' },
      {
        match: 'any',
        rules: [
          { field: 'message', operator: 'ends_with', value: ' 500' },
          { field: 'level', operator: 'equals', value: 'error' },
        ],
      },
    ],
  });
  expect([test(batch, 0), test(batch, 1)]).toEqual([false, true]);
});

test('what cannot be tested is refused by name', () => {
  expect(() => holds('a..b', 'exists')).toThrow(FieldPathError);
  expect(() => holds('a', 'matches', '(?=x)')).toThrow(PatternError);
  expect(() => holds('a', 'in_cidr', '10.0.0.0/40')).toThrow(ConditionError);
  expect(() => holds('a', 'gt', 'many')).toThrow(ConditionError);
  expect(() => holds('a', 'equals')).toThrow(ConditionError);
});
