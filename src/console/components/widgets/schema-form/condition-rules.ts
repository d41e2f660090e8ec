import {
  type Condition,
  type ConditionGroup,
  type ConditionOperator,
  type ConditionRule,
  operatorArity,
} from '../../../../contract/conditions.ts';
import { isRecord } from '../../../../contract/values.ts';

export const EMPTY_RULE: ConditionRule = { field: '', operator: 'equals', value: '' };

const isCondition = (value: unknown): value is Condition =>
  isRecord(value) && Array.isArray(value.rules) && (value.match === 'all' || value.match === 'any');

export const toCondition = (value: unknown): Condition | undefined =>
  isCondition(value) ? value : undefined;

/** Keeps the value where the new operator allows it. */
export function changeOperator(rule: ConditionRule, operator: ConditionOperator): ConditionRule {
  const arity = operatorArity(operator);
  if (arity === 'none') return { field: rule.field, operator };
  const texts = Array.isArray(rule.value) ? rule.value : rule.value ? [rule.value] : [];
  return { field: rule.field, operator, value: arity === 'many' ? texts : (texts[0] ?? '') };
}

type Entries = Condition['rules'];

export const replaceAt = <T>(entries: readonly T[], index: number, entry: T): T[] =>
  entries.map((old, at) => (at === index ? entry : old));
export const removeAt = <T>(entries: readonly T[], index: number): T[] =>
  entries.filter((_, at) => at !== index);

export const setEntries = (condition: Condition, rules: Entries): Condition | undefined =>
  rules.length === 0 ? undefined : { ...condition, rules };

export const createRuleGroup = (): ConditionGroup => ({ match: 'any', rules: [EMPTY_RULE] });
