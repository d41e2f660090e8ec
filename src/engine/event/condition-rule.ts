import { type ConditionOperator, type ConditionRule, isNegative } from '../../contract/conditions.ts';
import { compilePattern } from '../patterns/pattern.ts';
import type { Batch } from './batch.ts';
import { inBlock, parseCidr } from './cidr.ts';
import { TextConstant } from './constants.ts';
import { compareNumbers, isNumberText, sameNumber } from './numbers.ts';
import { parsePath } from './path.ts';

/** An invalid rule; the message names the field and the reason. */
export class ConditionError extends Error {
  override readonly name = 'ConditionError';
}

type ValueTest = (batch: Batch, member: number) => boolean;

export function compileRule(rule: ConditionRule): (batch: Batch, ev: number) => boolean {
  const path = parsePath(rule.field);
  if (rule.operator === 'exists') return (batch, ev) => batch.get(ev, path) >= 0;
  if (rule.operator === 'not_exists') return (batch, ev) => batch.get(ev, path) < 0;
  const test = compileTest(rule);
  if (isNegative(rule.operator))
    return (batch, ev) => {
      const member = batch.get(ev, path);
      return member < 0 || !test(batch, member);
    };
  return (batch, ev) => {
    const member = batch.get(ev, path);
    return member >= 0 && test(batch, member);
  };
}

/** Negative operators negate their counterpart. */
function compileTest(rule: ConditionRule): ValueTest {
  switch (rule.operator) {
    case 'equals':
    case 'not_equals':
      return equalsTest(oneValue(rule));
    case 'in':
    case 'not_in':
      return inTest(manyValues(rule));
    case 'contains':
    case 'not_contains':
      return containsTest(oneValue(rule));
    case 'starts_with': {
      const wanted = new TextConstant(oneValue(rule));
      return (batch, member) => batch.startsWith(member, wanted);
    }
    case 'ends_with': {
      const wanted = new TextConstant(oneValue(rule));
      return (batch, member) => batch.endsWith(member, wanted);
    }
    case 'matches':
    case 'not_matches':
      return matchesTest(oneValue(rule));
    case 'in_cidr':
      return cidrTest(rule);
    default:
      return orderTest(rule, rule.operator);
  }
}

function oneValue(rule: ConditionRule): string {
  if (typeof rule.value === 'string') return rule.value;
  throw new ConditionError(`The condition on '${rule.field}' needs one value for '${rule.operator}'`);
}

function manyValues(rule: ConditionRule): readonly string[] {
  if (Array.isArray(rule.value) && rule.value.length > 0) return rule.value;
  throw new ConditionError(
    `The condition on '${rule.field}' needs at least one value for '${rule.operator}'`,
  );
}

const containsTest = (value: string): ValueTest => {
  const wanted = new TextConstant(value);
  return (batch, member) => batch.contains(member, wanted);
};

function equalsTest(value: string): ValueTest {
  const wanted = new TextConstant(value);
  if (!isNumberText(value)) return (batch, member) => batch.equals(member, wanted);
  const number = Number(value);
  const exact = Math.abs(number) <= Number.MAX_SAFE_INTEGER;
  return (batch, member) => {
    if (batch.equals(member, wanted)) return true;
    if (batch.isNumber(member))
      return exact ? batch.number(member) === number : sameNumber(batch.text(member), value);
    if (!batch.isString(member)) return false;
    const text = batch.text(member);
    return isNumberText(text) && sameNumber(text, value);
  };
}

function inTest(values: readonly string[]): ValueTest {
  if (values.length <= 4) {
    const tests = values.map(equalsTest);
    return (batch, member) => tests.some((test) => test(batch, member));
  }
  const texts = new Set(values);
  const numbers = values.filter(isNumberText);
  return (batch, member) => {
    const text = batch.text(member);
    if (texts.has(text)) return true;
    return numbers.length > 0 && isNumberText(text) && numbers.some((number) => sameNumber(text, number));
  };
}

function matchesTest(value: string): ValueTest {
  const pattern = compilePattern(value);
  return (batch, member) => pattern.test(batch.text(member));
}

function cidrTest(rule: ConditionRule): ValueTest {
  const value = oneValue(rule);
  const block = parseCidr(value);
  if (block === null)
    throw new ConditionError(
      `The condition on '${rule.field}' needs an address block such as 10.0.0.0/8, not '${value}'`,
    );
  return (batch, member) => batch.isString(member) && inBlock(batch.text(member), block);
}

/** Compares numbers; other values are never greater or less. */
function orderTest(rule: ConditionRule, operator: ConditionOperator): ValueTest {
  const value = oneValue(rule).trim();
  const number = Number(value);
  if (value === '' || Number.isNaN(number))
    throw new ConditionError(`The condition on '${rule.field}' needs a number, not '${value}'`);
  const limit = isNumberText(value) ? value : String(number);
  const exact = Math.abs(number) <= Number.MAX_SAFE_INTEGER;
  const accepts = getComparison(operator);
  return (batch, member) => {
    if (batch.isNumber(member))
      return accepts(exact ? batch.number(member) - number : compareNumbers(batch.text(member), limit));
    if (!batch.isString(member)) return false;
    const text = batch.text(member);
    return isNumberText(text) && accepts(compareNumbers(text, limit));
  };
}

function getComparison(operator: ConditionOperator): (difference: number) => boolean {
  if (operator === 'gt') return (difference) => difference > 0;
  if (operator === 'gte') return (difference) => difference >= 0;
  if (operator === 'lt') return (difference) => difference < 0;
  return (difference) => difference <= 0;
}
