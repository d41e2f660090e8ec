import {
  type Condition,
  type ConditionGroup,
  type ConditionRule,
  isConditionGroup,
} from '../../contract/conditions.ts';
import type { Batch } from './batch.ts';
import { compileRule } from './condition-rule.ts';

export { ConditionError } from './condition-rule.ts';

export type CompiledCondition = (batch: Batch, ev: number) => boolean;

/**
 * Compiles rules to a test of one event. A missing field satisfies only `not_exists` and negative operators.
 * Text compares by code points; numbers as numbers when both sides are.
 * @throws FieldPathError, PatternError, ConditionError
 */
export function compileCondition(condition: Condition | ConditionGroup): CompiledCondition {
  const tests = condition.rules.map((entry: ConditionRule | ConditionGroup) =>
    isConditionGroup(entry) ? compileCondition(entry) : compileRule(entry),
  );
  const [only] = tests;
  if (only && tests.length === 1) return only;
  const all = condition.match === 'all';
  return (batch, ev) => {
    for (let i = 0; i < tests.length; i++) if (tests[i]!(batch, ev) !== all) return !all;
    return all;
  };
}
