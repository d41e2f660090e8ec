import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Batch } from '../engine/event/batch.ts';
import { compileCondition } from '../engine/event/condition.ts';
import { requireFields, requireFieldsIn } from './condition-upgrade.ts';
import { type Condition, type ConditionGroup, conditionSchema, isConditionGroup } from './conditions.ts';

const NEGATIVE = new Set(['not_equals', 'not_in', 'not_contains', 'not_matches']);

/** Former meaning: on a missing field, only `not_exists` was true. */
function heldBefore(condition: Condition | ConditionGroup, event: Record<string, string>): boolean {
  const test = (entry: Condition['rules'][number]): boolean => {
    if (isConditionGroup(entry)) return heldBefore(entry, event);
    const value = event[entry.field];
    if (entry.operator === 'not_exists') return value === undefined;
    if (value === undefined) return false;
    if (entry.operator === 'exists') return true;
    return NEGATIVE.has(entry.operator) ? value !== String(entry.value) : value === String(entry.value);
  };
  return condition.match === 'all' ? condition.rules.every(test) : condition.rules.some(test);
}

function holdsNow(condition: Condition, event: Record<string, string>): boolean {
  const batch = new Batch();
  batch.loadJsonLines(Buffer.from(JSON.stringify(event)));
  return compileCondition(conditionSchema.parse(condition))(batch, 0);
}

const field = fc.constantFrom('a', 'b', 'c');
const rule = fc.oneof(
  fc.record({
    field,
    operator: fc.constantFrom('equals' as const, 'not_equals' as const),
    value: fc.constantFrom('1', '2'),
  }),
  fc.record({ field, operator: fc.constantFrom('exists' as const, 'not_exists' as const) }),
);
const match = fc.constantFrom('all' as const, 'any' as const);
const group = fc.record({ match, rules: fc.array(rule, { minLength: 1, maxLength: 4 }) });
const condition = fc.record({
  match,
  rules: fc.array(fc.oneof(rule, group), { minLength: 1, maxLength: 4 }),
});
const event = fc.dictionary(field, fc.constantFrom('1', '2'));

describe('conditions of earlier versions', () => {
  test('mean what they meant, in every shape of groups', () => {
    fc.assert(
      fc.property(condition, event, (old, one) => {
        expect(holdsNow(requireFields(old), one)).toBe(heldBefore(old, one));
      }),
      { numRuns: 3000 },
    );
  });

  test('ask for the field beside the rule, once, and only where nothing else does', () => {
    const notDebug = { field: 'level', operator: 'not_equals' as const, value: 'debug' };
    const exists = { field: 'level', operator: 'exists' as const };
    expect(requireFields({ match: 'all', rules: [notDebug, { ...notDebug, value: 'trace' }] })).toEqual({
      match: 'all',
      rules: [notDebug, { ...notDebug, value: 'trace' }, exists],
    });
    const asked = { match: 'all' as const, rules: [{ ...notDebug, operator: 'matches' as const }, notDebug] };
    expect(requireFields(asked)).toBe(asked);
    const either = { field: 'status', operator: 'gte' as const, value: '500' };
    expect(requireFields({ match: 'any', rules: [either, notDebug] })).toEqual({
      match: 'any',
      rules: [either, { match: 'all', rules: [notDebug, exists] }],
    });
  });

  test('are found anywhere in a configuration, which else stays the same object', () => {
    const old = { match: 'all', rules: [{ field: 'a', operator: 'not_in', value: ['x'] }] };
    const config = { routes: [{ name: 'n', match: old }], keep: { rules: 'none' } };
    expect(requireFieldsIn(config)).toEqual({
      routes: [
        { name: 'n', match: { match: 'all', rules: [...old.rules, { field: 'a', operator: 'exists' }] } },
      ],
      keep: { rules: 'none' },
    });
    const plain = { match: { match: 'all', rules: [{ field: 'a', operator: 'in', value: ['x'] }] } };
    expect(requireFieldsIn(plain)).toBe(plain);
  });
});
