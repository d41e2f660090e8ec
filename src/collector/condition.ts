import {
  type Condition,
  type ConditionGroup,
  type ConditionRule,
  isConditionGroup,
  isNegative,
} from '../contract/conditions.ts';
import { allOf, anyOf, eventField, negate, type OttlCondition, quote, readFieldName } from './ottl.ts';
import { escapeForRe2, toRe2 } from './pattern.ts';
import { Unrenderable } from './refusal.ts';
import { isText, type Shape } from './shape.ts';

/**
 * JSON numbers that Go can read: it fails beyond the largest double. The two patterns miss only those of over
 * 290 digits with an exponent.
 */
const POSITIVE = '[eE]\\+?0*';
const FRACTION = '(?:\\.[0-9]+)?';
const WHOLE = (digits: number): string => `(?:0|[1-9][0-9]{0,${digits - 1}})`;
const FINITE = `^-?(?:${[
  `${WHOLE(308)}${FRACTION}(?:[eE]-[0-9]+)?`,
  `${WHOLE(16)}${FRACTION}${POSITIVE}[0-9]{1,2}`,
  `${WHOLE(9)}${FRACTION}${POSITIVE}[12][0-9]{2}`,
  `0\\.[0-9]+${POSITIVE}30[0-8]`,
  `0(?:\\.0+)?${POSITIVE}[0-9]+`,
].join('|')})$`;
/** Beyond any number in a condition, even where Go cannot read it. */
const HUGE = `(?:${[
  `[1-9][0-9]{16,}${FRACTION}(?:${POSITIVE}[0-9]+)?`,
  `[1-9][0-9]*${FRACTION}${POSITIVE}[1-9][0-9]{2,}`,
  `0\\.0{0,290}[1-9][0-9]*${POSITIVE}(?:309|3[1-9][0-9]|[4-9][0-9]{2}|[1-9][0-9]{3,})`,
].join('|')})$`;
const NUMBER_TEXT = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const ORDERS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

const readOne = (rule: ConditionRule): string => (typeof rule.value === 'string' ? rule.value : '');
const readMany = (rule: ConditionRule): readonly string[] => (Array.isArray(rule.value) ? rule.value : []);

/** A literal with decimals, as OTTL requires. @throws Unrenderable */
function doubleLiteral(text: string): string {
  const number = Number(text);
  const written = String(Math.abs(number));
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER || written.includes('e'))
    throw new Unrenderable(
      `The number ${text} is too large or too small to be compared alike by a Collector`,
      'Use a number of at most 15 digits',
    );
  return `${number < 0 ? '-' : ''}${written.includes('.') ? written : `${written}.0`}`;
}

const compare = (field: string, operator: string, value: string): OttlCondition =>
  allOf([`IsMatch(${field}, ${quote(FINITE)})`, `Double(${field}) ${operator} ${doubleLiteral(value)}`]);

const order = (field: string, operator: string, value: string): OttlCondition => {
  const huge = `^${operator.startsWith('<') ? '-' : ''}${HUGE}`;
  return anyOf([`IsMatch(${field}, ${quote(huge)})`, compare(field, operator, value)]);
};

/** Equal as text or as number. */
const equals = (field: string, value: string): OttlCondition =>
  anyOf([`${field} == ${quote(value)}`, NUMBER_TEXT.test(value) ? compare(field, '==', value) : false]);

function testText(rule: ConditionRule, field: string): OttlCondition {
  switch (rule.operator) {
    case 'equals':
    case 'not_equals':
      return equals(field, readOne(rule));
    case 'in':
    case 'not_in':
      return anyOf(readMany(rule).map((value) => equals(field, value)));
    case 'contains':
    case 'not_contains':
      return `IsMatch(${field}, ${quote(escapeForRe2(readOne(rule)))})`;
    case 'starts_with':
      return `HasPrefix(${field}, ${quote(readOne(rule))})`;
    case 'ends_with':
      return `HasSuffix(${field}, ${quote(readOne(rule))})`;
    case 'matches':
    case 'not_matches':
      return `IsMatch(${field}, ${quote(toRe2(readOne(rule)).source)})`;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return order(field, ORDERS[rule.operator], readOne(rule).trim());
    case 'in_cidr':
      throw new Unrenderable(
        `Address blocks, as for '${rule.field}', are not compared alike by Collectors`,
        "Use 'starts with', or run the pipeline on an engine",
      );
    default:
      return true;
  }
}

function renderRule(rule: ConditionRule, shape: Shape): OttlCondition {
  const name = readFieldName(rule.field);
  const field = eventField(name);
  const known = shape.get(name);
  if (rule.operator === 'not_exists' || rule.operator === 'exists') {
    const exists = known ? known.isAlways || `${field} != nil` : false;
    return rule.operator === 'exists' ? exists : negate(exists);
  }
  if (!known) return isNegative(rule.operator);
  if (!isText(known))
    throw new Unrenderable(
      `'${rule.field}' can hold a number or true and false, which Collectors compare differently`,
      'Set the field as text, or test another one',
    );
  const met = testText(rule, field);
  const present = known.isAlways || `${field} != nil`;
  return isNegative(rule.operator) ? negate(allOf([present, met])) : allOf([present, met]);
}

/**
 * The equivalent [OTTL](https://github.com/open-telemetry/opentelemetry-collector-contrib/tree/main/pkg/ottl)
 * condition.
 * @throws Unrenderable
 */
export function renderCondition(
  condition: Condition | ConditionGroup | undefined,
  shape: Shape,
): OttlCondition {
  if (condition === undefined) return true;
  const parts = condition.rules.map((entry: ConditionRule | ConditionGroup) =>
    isConditionGroup(entry) ? renderCondition(entry, shape) : renderRule(entry, shape),
  );
  return condition.match === 'all' ? allOf(parts) : anyOf(parts);
}
