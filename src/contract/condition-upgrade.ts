import {
  type Condition,
  type ConditionGroup,
  type ConditionRule,
  conditionSchema,
  isConditionGroup,
  isNegative,
} from './conditions.ts';
import { isRecord } from './values.ts';

/** Each field doubles the groups, and a condition has at most 100 entries. */
const MAX_FIELDS = 6;

type Entry = Condition['rules'][number];

const exists = (field: string): ConditionRule => ({ field, operator: 'exists' });
const toList = (fields: Iterable<string>): ConditionRule[] => [...fields].map(exists);

const negativeFields = (rules: readonly Entry[]): Set<string> =>
  new Set(
    rules.flatMap((rule) => (isConditionGroup(rule) || !isNegative(rule.operator) ? [] : [rule.field])),
  );

/** Fields whose existence a rule of an `all` group already requires. */
const askedFields = (rules: readonly Entry[]): Set<string> =>
  new Set(
    rules.flatMap((rule) =>
      isConditionGroup(rule) || isNegative(rule.operator) || rule.operator === 'not_exists'
        ? []
        : [rule.field],
    ),
  );

function requireInAll<T extends Entry>(rules: T[], asked: ReadonlySet<string>): (T | ConditionRule)[] {
  const added = negativeFields(rules).difference(askedFields(rules)).difference(asked);
  return added.size === 0 ? rules : [...rules, ...toList(added)];
}

/**
 * Groups nest one level, so `any` within `all` is multiplied out: one group for each choice of existing
 * fields.
 */
function multiplyOut(group: ConditionGroup, asked: ReadonlySet<string>): ConditionGroup[] {
  const fields = [...negativeFields(group.rules).difference(asked)];
  if (fields.length > MAX_FIELDS) return [group];
  let groups: ConditionGroup[] = [group];
  for (const field of fields)
    groups = groups.flatMap((one) => [
      one,
      {
        match: 'any',
        rules: [
          ...one.rules.filter((rule) => rule.field !== field || !isNegative(rule.operator)),
          exists(field),
        ],
      },
    ]);
  return groups;
}

function requireInAny(rules: Entry[]): Entry[] {
  return rules.flatMap((entry): Entry[] => {
    if (!isConditionGroup(entry)) {
      return isNegative(entry.operator) ? [{ match: 'all', rules: [entry, exists(entry.field)] }] : [entry];
    }
    if (negativeFields(entry.rules).size === 0) return [entry];
    if (entry.match === 'any') return requireInAny(entry.rules);
    const inner = requireInAll(entry.rules, new Set());
    return [inner === entry.rules ? entry : { ...entry, rules: inner }];
  });
}

function requireWithinAll(rules: Entry[]): Entry[] {
  const asked = askedFields(rules);
  const outer = requireInAll(rules, new Set());
  const added = askedFields(outer).union(asked);
  return outer.flatMap((entry): Entry[] => {
    if (!isConditionGroup(entry)) return [entry];
    if (entry.match === 'any') return multiplyOut(entry, added);
    const inner = requireInAll(entry.rules, added);
    return [inner === entry.rules ? entry : { ...entry, rules: inner }];
  });
}

/**
 * Keeps the meaning of a condition of an earlier version, in which negative operators were false on missing
 * fields: adds `exists` where needed. Returns the same object when nothing is added.
 */
export function requireFields(condition: Condition): Condition {
  const { match, rules } = condition;
  const [only] = rules;
  if (only && rules.length === 1 && isConditionGroup(only)) {
    if (negativeFields(only.rules).size === 0) return condition;
    return requireFields({ match: only.match, rules: only.rules });
  }
  const next = match === 'any' && rules.length > 1 ? requireInAny(rules) : requireWithinAll(rules);
  const isSame = next.length === rules.length && next.every((entry, index) => entry === rules[index]);
  return isSame ? condition : { match: match === 'any' && rules.length > 1 ? 'any' : 'all', rules: next };
}

/**
 * `requireFields` for every condition in a configuration. A condition that would outgrow its limits stays as
 * it is. Returns the same object when nothing is added.
 */
export function requireFieldsIn<T>(config: T): T {
  const condition = isRecord(config) && 'rules' in config ? conditionSchema.safeParse(config) : undefined;
  if (condition?.success) {
    const next = requireFields(condition.data);
    return next !== condition.data && conditionSchema.safeParse(next).success ? (next as T) : config;
  }
  if (Array.isArray(config)) {
    const next = config.map(requireFieldsIn);
    return next.some((one, index) => one !== config[index]) ? (next as T) : config;
  }
  if (!isRecord(config)) return config;
  const next = Object.entries(config).map(([name, value]) => [name, requireFieldsIn(value)] as const);
  return next.some(([name, value]) => value !== config[name]) ? (Object.fromEntries(next) as T) : config;
}
