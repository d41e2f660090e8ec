import { describe, expect, test } from 'vitest';
import { configProblems } from './config-checks.ts';
import {
  activeProperties,
  type ConfigProperty,
  configFormatSchema,
  PROPERTY_KINDS,
} from './config-format.ts';

const property = (name: string, rest: Partial<ConfigProperty> = {}): ConfigProperty => ({
  name,
  label: name,
  kind: 'text',
  required: false,
  ...rest,
});
const format = (...properties: ConfigProperty[]) => ({
  config_groups: [{ name: 'main', label: 'Main', properties }],
});

const compression = property('compression', {
  kind: 'choice',
  default: 'none',
  options: [
    { value: 'none', label: 'None' },
    { value: 'gzip', label: 'gzip' },
  ],
  linkedConfigFormats: [
    {
      oneOf: ['gzip'],
      configFormat: format(
        property('level', {
          kind: 'integer',
          required: true,
          min: 1,
          max: 9,
          linkedConfigFormats: [{ oneOf: ['9'], configFormat: format(property('never')) }],
        }),
      ),
    },
  ],
});
const names = (values: Record<string, unknown>, version?: string, properties = [compression]) =>
  activeProperties(properties, values, version).map(({ property, depth }) => `${depth}${property.name}`);

describe('the rules of a condition', () => {
  const condition = property('when', { label: 'Only when', kind: 'condition' });
  const rule = (field: string, value = 'x') => ({ field, operator: 'equals', value });

  test('each needs a field and what its operator compares with', () => {
    const rules = [
      rule(''),
      { match: 'any', rules: [rule('a'), { field: 'b', operator: 'gt', value: 'many' }] },
    ];
    expect(configProblems([condition], { when: { match: 'all', rules } })).toEqual([
      { field: 'when.rules.0.field', message: 'Only when, rule 1: Field is required' },
      {
        field: 'when.rules.1.rules.1.value',
        message: "Only when, rule 2.2: 'is greater than' needs a number",
      },
    ]);
  });

  test('complete rules have no problem, nor has no condition', () => {
    expect(configProblems([condition], { when: { match: 'all', rules: [rule('a', '')] } })).toEqual([]);
    expect(configProblems([condition], {})).toEqual([]);
  });
});

describe('linked formats [R3-24]', () => {
  test('follow the property whose value brings them in', () => {
    expect(names({})).toEqual(['0compression']);
    expect(names({ compression: 'gzip' })).toEqual(['0compression', '1level']);
  });

  test('apply by the default value too; a duplicate name counts once', () => {
    const linked = [{ oneOf: [true], configFormat: format(property('a'), property('b')) }];
    const properties = [
      property('a'),
      property('on', { kind: 'boolean', default: true, linkedConfigFormats: linked }),
    ];
    expect(names({}, undefined, properties)).toEqual(['0a', '0on', '1b']);
    expect(names({ on: false }, undefined, properties)).toEqual(['0a', '0on']);
  });

  test('are checked like any format', () => {
    const check = (values: Record<string, unknown>) => configProblems([compression], values);
    expect(check({ compression: 'none' })).toEqual([]);
    expect(check({ compression: 'gzip' })).toEqual([
      { field: 'level', message: 'level is required', isMissing: true },
    ]);
    expect(check({ compression: 'gzip', level: 10 })).toEqual([
      { field: 'level', message: 'level must be at most 9' },
    ]);
  });

  test('fit the schema of formats', () => {
    expect(configFormatSchema.parse(format(compression))).toEqual(format(compression));
    const wrong = format({ ...compression, linkedConfigFormats: [{ oneOf: [1] }] as never });
    expect(configFormatSchema.safeParse(wrong).success).toBe(false);
  });
});

describe('checks before sending', () => {
  const headers = property('headers', {
    kind: 'objects',
    label: 'Headers',
    objStructure: [
      property('name', { label: 'Name', required: true, maxLength: 4 }),
      property('old', { required: true, maxSiteVersion: '1.0.0' }),
    ],
  });

  test.each([
    [{}, []],
    [{ headers: [{ name: 'ok' }] }, []],
    [{ headers: [{ name: 'a' }, {}] }, [['headers.1.name', 'Headers, entry 2: Name is required']]],
    [
      { headers: [{ name: 'a name' }] },
      [['headers.0.name', 'Headers, entry 1: Name must have at most 4 characters']],
    ],
  ])('checks name field and rule at every depth: %j [R5-44 … R5-46]', (values, expected) => {
    const found = configProblems([headers], values, '2.0.0');
    expect(found.map(({ field, message }) => [field, message])).toEqual(expected);
  });

  test.each(PROPERTY_KINDS)('a required %s that is empty is named', (kind) => {
    const message = kind === 'objects' ? 'Add at least one rule' : 'Rules is required';
    expect(configProblems([property('x', { kind, label: 'Rules', required: true })], {})).toEqual([
      { field: 'x', message, isMissing: true },
    ]);
  });
});
