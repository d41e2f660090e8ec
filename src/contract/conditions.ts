import * as z from 'zod/mini';

/**
 * Rules in `all` or `any` groups, which every engine renders; typed text is parsed to them. A missing field
 * meets only `not_exists` and the negative operators.
 */
export const CONDITION_OPERATORS = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'matches',
  'not_matches',
  'in',
  'not_in',
  'exists',
  'not_exists',
  'gt',
  'gte',
  'lt',
  'lte',
  'in_cidr',
] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

export const OPERATOR_LABELS: Record<ConditionOperator, string> = {
  equals: 'equals',
  not_equals: 'does not equal',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  ends_with: 'ends with',
  matches: 'matches pattern',
  not_matches: 'does not match pattern',
  in: 'is one of',
  not_in: 'is none of',
  exists: 'exists',
  not_exists: 'does not exist',
  gt: 'is greater than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  in_cidr: 'is an address in',
};

export const operatorArity = (operator: ConditionOperator): 'none' | 'one' | 'many' => {
  if (operator === 'exists' || operator === 'not_exists') return 'none';
  return operator === 'in' || operator === 'not_in' ? 'many' : 'one';
};

/** True where the opposite operator is false, so on missing fields too. */
export const isNegative = (operator: ConditionOperator): boolean =>
  operator === 'not_equals' ||
  operator === 'not_contains' ||
  operator === 'not_matches' ||
  operator === 'not_in';

export const conditionRuleSchema = z
  .strictObject({
    field: z.string().check(z.minLength(1, 'Field is required'), z.maxLength(512)),
    operator: z.enum(CONDITION_OPERATORS),
    value: z.optional(
      z.union([
        z.string().check(z.maxLength(4096)),
        z.array(z.string().check(z.maxLength(4096))).check(z.maxLength(1000)),
      ]),
    ),
  })
  .check(
    z.superRefine((rule, context) => {
      const arity = operatorArity(rule.operator);
      const label = OPERATOR_LABELS[rule.operator];
      if (arity === 'one' && typeof rule.value !== 'string') {
        context.addIssue({ code: 'custom', path: ['value'], message: `'${label}' needs one value` });
      }
      if (arity === 'many' && !(Array.isArray(rule.value) && rule.value.length > 0)) {
        context.addIssue({ code: 'custom', path: ['value'], message: `'${label}' needs at least one value` });
      }
      if (
        (rule.operator === 'gt' ||
          rule.operator === 'gte' ||
          rule.operator === 'lt' ||
          rule.operator === 'lte') &&
        typeof rule.value === 'string' &&
        (rule.value.trim() === '' || Number.isNaN(Number(rule.value)))
      ) {
        context.addIssue({ code: 'custom', path: ['value'], message: `'${label}' needs a number` });
      }
    }),
  );
export type ConditionRule = z.infer<typeof conditionRuleSchema>;

const MATCHES = ['all', 'any'] as const;

const innerGroupSchema = z.strictObject({
  match: z.enum(MATCHES),
  rules: z
    .array(conditionRuleSchema)
    .check(z.minLength(1, 'A group needs at least one rule'), z.maxLength(100)),
});

/** Groups nest one level. */
export const conditionSchema = z.strictObject({
  match: z.enum(MATCHES),
  rules: z
    .array(z.union([conditionRuleSchema, innerGroupSchema]))
    .check(z.minLength(1, 'A condition needs at least one rule'), z.maxLength(100)),
});
export type ConditionGroup = z.infer<typeof innerGroupSchema>;
export type Condition = z.infer<typeof conditionSchema>;

export const isConditionGroup = (entry: ConditionRule | ConditionGroup): entry is ConditionGroup =>
  'rules' in entry;

const ruleText = (rule: ConditionRule): string => {
  const value = Array.isArray(rule.value) ? rule.value.join(', ') : rule.value;
  return `${rule.field} ${OPERATOR_LABELS[rule.operator]}${value === undefined ? '' : ` ${value}`}`;
};

/** One line: `level equals debug or path ends with .png`. */
export function conditionText(condition: Condition | ConditionGroup): string {
  const joiner = condition.match === 'all' ? ' and ' : ' or ';
  return condition.rules
    .map((entry) => (isConditionGroup(entry) ? `(${conditionText(entry)})` : ruleText(entry)))
    .join(joiner);
}
