import { expect, test } from 'vitest';
import type { ConfigProperty } from '../../../contract/config-format.ts';
import { toChangeLine } from './field-lines.ts';

const property = (more: Partial<ConfigProperty> & { name: string }): ConfigProperty => ({
  label: more.name,
  kind: 'text',
  required: false,
  ...more,
});
const properties = new Map(
  [
    property({ name: 'rate', label: 'Keep one of', kind: 'integer', unit: 'events', default: 10 }),
    property({ name: 'token', label: 'Token', kind: 'secret' }),
    property({ name: 'fields', label: 'Fields', kind: 'fields' }),
    property({ name: 'headers', label: 'Headers', kind: 'map' }),
    property({ name: 'condition', label: 'Only when', kind: 'condition' }),
    property({
      name: 'rules',
      label: 'Rules',
      kind: 'objects',
      objStructure: [
        property({ name: 'name', label: 'Name' }),
        property({ name: 'secret', label: 'Key', kind: 'secret' }),
      ],
    }),
    property({
      name: 'action',
      label: 'Action',
      kind: 'choice',
      options: [{ value: 'drop', label: 'Drop' }],
    }),
  ].map((one) => [one.name, one]),
);
const line = (name: string, before: unknown, after: unknown) =>
  toChangeLine({ field: 'config', property: name, before, after }, properties);

test('a field line has title and unit, and its default when unset', () => {
  expect(line('rate', undefined, 25)).toEqual({
    label: 'Keep one of',
    before: '10 events (default)',
    after: '25 events',
  });
  expect(line('action', undefined, 'drop')).toEqual({ label: 'Action', before: undefined, after: 'Drop' });
  expect(toChangeLine({ field: 'disabled', before: false, after: true }, properties)).toMatchObject({
    before: 'Enabled',
    after: 'Disabled',
  });
});

test('a list says what it lost and gained', () => {
  expect(line('fields', ['a', 'b'], ['b', 'c'])).toEqual({
    label: 'Fields',
    before: 'a',
    after: 'c',
    isPart: true,
  });
  expect(line('fields', ['a', 'b'], ['b', 'a'])).toMatchObject({ before: 'a\nb', after: 'b\na' });
  expect(line('headers', { a: '1' }, { a: '2' })).toMatchObject({ before: 'a → 1', after: 'a → 2' });
});

test('a condition reads as its sentence', () => {
  const condition = (value: string) => ({
    match: 'all',
    rules: [{ field: 'level', operator: 'equals', value }],
  });
  const { before, after } = line('condition', condition('debug'), condition('info'));
  expect(before).toContain('debug');
  expect(after).toContain('info');
});

test('a secret is never shown, wherever it stands', () => {
  const texts = [
    line('token', { set: true }, 'sk-typed-just-now'),
    line('rules', [{ name: 'a', secret: 'sk-one' }], [{ name: 'a', secret: 'sk-two' }, { name: 'b' }]),
    toChangeLine(
      { field: 'config', property: 'unknown', before: { set: true }, after: { set: false } },
      properties,
    ),
  ];
  expect(JSON.stringify(texts)).not.toContain('sk-');
  expect(texts[0]).toEqual({ label: 'Token', before: 'set, not shown', after: 'set, not shown' });
});
