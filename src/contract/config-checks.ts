import { conditionRuleSchema } from './conditions.ts';
import { activeProperties, type ConfigProperty, getEntryNoun } from './config-format.ts';
import { describeQuantity, formatBound, isQuantityUnit } from './quantity.ts';
import { counted, isRecord } from './values.ts';

/** `field` is a path: `port`, `fields.0.value`. `isMissing`: a required field is empty. */
export type FieldProblem = { field: string; message: string; isMissing?: true };

/** Keeps problems of properties whose values are equal in both configurations. */
export const keepApplicableProblems = (
  found: readonly FieldProblem[],
  was: Record<string, unknown>,
  now: Record<string, unknown>,
): FieldProblem[] =>
  found.filter(({ field }) => {
    const [property = ''] = field.split('.');
    return JSON.stringify(was[property]) === JSON.stringify(now[property]);
  });

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0);

const characters = (count: number): string => counted(count, 'character');

function ruleBroken(property: ConfigProperty, value: unknown): string | undefined {
  const { min, max, minLength, maxLength, unit } = property;
  if (typeof value === 'number') {
    if (property.kind === 'integer' && !Number.isInteger(value)) return 'must be a whole number';
    if (min !== undefined && value < min) return `must be at least ${formatBound(min, unit)}`;
    if (max !== undefined && value > max) return `must be at most ${formatBound(max, unit)}`;
  }
  if (typeof value === 'string' && isQuantityUnit(unit)) return `must be ${describeQuantity(unit)}`;
  if (typeof value === 'string') {
    if (minLength !== undefined && value.length < minLength)
      return `must have at least ${characters(minLength)}`;
    if (maxLength !== undefined && value.length > maxLength)
      return `must have at most ${characters(maxLength)}`;
  }
  return undefined;
}

/** Nested rules are numbered `2.1`, `2.2`. */
function rulesBroken(condition: Record<string, unknown>, path: string, label: string): FieldProblem[] {
  const walk = (rules: unknown, at: string, number: string): FieldProblem[] =>
    (Array.isArray(rules) ? rules : []).flatMap((entry: unknown, index) => {
      const [place, name] = [`${at}.rules.${index}`, `${number}${index + 1}`];
      if (isRecord(entry) && 'rules' in entry) return walk(entry.rules, place, `${name}.`);
      const read = conditionRuleSchema.safeParse(entry);
      return (read.error?.issues ?? []).map((issue) => ({
        field: `${place}.${issue.path.join('.')}`,
        message: `${label}, rule ${name}: ${issue.message}`,
      }));
    });
  return walk(condition.rules, path, '');
}

function inside(
  property: ConfigProperty,
  value: unknown,
  siteVersion: string | undefined,
  path: string,
  label: string,
): FieldProblem[] {
  const structure = property.objStructure ?? [];
  if (property.kind === 'object' && isRecord(value))
    return checkProperty(structure, value, siteVersion, `${path}.`, `${label}: `);
  if (property.kind === 'condition' && isRecord(value)) return rulesBroken(value, path, label);
  if (property.kind !== 'objects' || !Array.isArray(value)) return [];
  return value.flatMap((entry, index) =>
    checkProperty(
      structure,
      isRecord(entry) ? entry : {},
      siteVersion,
      `${path}.${index}.`,
      `${label}, entry ${index + 1}: `,
    ),
  );
}

function findOwnProblem(
  property: ConfigProperty,
  value: unknown,
  path: string,
  labelPrefix: string,
): FieldProblem | undefined {
  const label = `${labelPrefix}${property.label}`;
  if (isEmpty(value)) {
    if (!property.required) return undefined;
    const isList = property.kind === 'objects';
    const message = isList
      ? `${labelPrefix}Add at least one ${getEntryNoun(property)}`
      : `${label} is required`;
    return { field: path, message, isMissing: true };
  }
  const broken = ruleBroken(property, value);
  return broken === undefined ? undefined : { field: path, message: `${label} ${broken}` };
}

function checkProperty(
  properties: readonly ConfigProperty[],
  values: Record<string, unknown>,
  siteVersion: string | undefined,
  prefix: string,
  labelPrefix: string,
): FieldProblem[] {
  return activeProperties(properties, values, siteVersion).flatMap(({ property }) => {
    const value = values[property.name];
    const path = `${prefix}${property.name}`;
    const label = `${labelPrefix}${property.label}`;
    const own = findOwnProblem(property, value, path, labelPrefix);
    return [...(own ? [own] : []), ...inside(property, value, siteVersion, path, label)];
  });
}

/** Checks required fields, bounds, lengths and conditions at every depth. Saving checks the rest. */
export const configProblems = (
  properties: readonly ConfigProperty[],
  values: Record<string, unknown>,
  siteVersion?: string,
): FieldProblem[] => checkProperty(properties, values, siteVersion, '', '');
