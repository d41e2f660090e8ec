import { describe, expect, test } from 'vitest';
import { applicableProperties, type ConfigProperty } from './config-format.ts';
import { transformInputSchema } from './entities/node.ts';
import { isAdmin, type User } from './entities/user.ts';
import { ERROR_STATUS, STATUS_BAD_REQUEST } from './errors.ts';
import { ID_KINDS, ID_LENGTH, isId } from './ids.ts';
import { VERSION_NAME_MAX_LENGTH } from './limits.ts';

const property = (label: string, rest: Partial<ConfigProperty> = {}): ConfigProperty => ({
  name: 'format',
  label,
  kind: 'text',
  required: false,
  ...rest,
});
const applies = (siteVersion: string, ...properties: ConfigProperty[]) =>
  applicableProperties(properties, siteVersion).map(({ label }) => label);

describe('which properties of a configuration apply', () => {
  const from = property('from', { minSiteVersion: '1.2.0' });
  const until = property('until', { maxSiteVersion: '1.4.0' });
  test.each<[id: string, version: string, applies: string[]]>([
    ['R5-44', '1.1.9', ['until']],
    ['R5-44, R5-46', '1.2.0', ['from']],
    ['R5-45', '1.4.1', ['from']],
  ])('a property at site version $1: $2 [$0]', (_id, version, expected) => {
    // Same name: where both apply, the first wins.
    expect(applies(version, from, until)).toEqual(expected);
  });

  test('maxSiteVersion is included [R5-45, R5-46]', () => {
    expect(applies('1.3.9', until)).toEqual(['until']);
    expect(applies('1.4.0', until)).toEqual(['until']);
    expect(applies('1.4.1', until)).toEqual([]);
  });

  test('of a duplicate name the first that applies stays [R5-47, R5-48]', () => {
    expect(applies('1.3.0', property('first'), property('second'))).toEqual(['first']);
    expect(applies('1.0.0', from, property('second'), property('third'))).toEqual(['second']);
  });

  test('versions compare as the number of their digits alone [R5-49, R5-50]', () => {
    const fromTwo = property('from two', { minSiteVersion: '2.0.0' });
    expect(applies('v2.0-0', fromTwo)).toEqual(['from two']);
    // 1100 against 200.
    expect(applies('1.10.0', fromTwo)).toEqual(['from two']);
    expect(applies('1.9.9', fromTwo)).toEqual([]);
  });
});

describe('identifiers', () => {
  const id = (first: string, length = 18) => first.padEnd(length, '0');

  test('have 18 digits [R5-51]', () => {
    expect(ID_LENGTH).toBe(18);
    expect(isId(id('3'), 'pipeline')).toBe(true);
    for (const text of [id('3', 17), id('3', 19), `${id('3', 17)}x`])
      expect(isId(text, 'pipeline'), text).toBe(false);
  });

  test('identifiers begin with 1 transform, 2 source or sink, 3 pipeline [R5-52, R5-53, R5-54]', () => {
    expect(ID_KINDS).toMatchObject({ transform: '1', node: '2', pipeline: '3' });
    for (const kind of ['transform', 'node', 'pipeline'] as const)
      expect(
        ['1', '2', '3'].filter((first) => isId(id(first), kind)),
        kind,
      ).toEqual([ID_KINDS[kind]]);
  });

  test('a transform has a template id that is not empty [R5-55]', () => {
    const transform = { name: 'Parse', pipelineId: id('3'), config: {} };
    expect(transformInputSchema.safeParse({ ...transform, templateId: 'parse_json' }).success).toBe(true);
    for (const more of [{}, { templateId: '' }])
      expect(transformInputSchema.safeParse({ ...transform, ...more }).success).toBe(false);
  });
});

test('admin: a system role named Admin or IAM Admin [R6-01, R6-03]', () => {
  const holds = (type: 'SYSTEM' | 'USER', name: string) =>
    isAdmin({
      roles: [
        { id: 'other', type: 'SYSTEM', name: 'Viewer' },
        { id: 'role', type, name },
      ],
    } as User);
  for (const name of ['Admin', 'IAM Admin']) {
    expect(holds('SYSTEM', name), name).toBe(true);
    expect(holds('USER', name), name).toBe(false);
  }
  for (const name of ['Operator', 'admin', 'IAM admin', 'Administrator'])
    expect(holds('SYSTEM', name), name).toBe(false);
});

test('status 400 has a name [R8-28]', () => expect(ERROR_STATUS.VALIDATION_FAILED).toBe(STATUS_BAD_REQUEST));

test('version name: at most 20 characters [R5-16]', () => expect(VERSION_NAME_MAX_LENGTH).toBe(20));
