import { LAST, SPLIT, UGLY } from './steps.ts';
import type { Step, Suite } from './suite.ts';

const isError = { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'error' }] };
const run = (
  component: string,
  title: string,
  config: Record<string, unknown>,
  before: readonly Step[] = [SPLIT],
): Suite => ({
  component,
  title,
  steps: [...before, [component, config]],
  lines: [...UGLY, LAST],
});
const set = (title: string, fields: Record<string, unknown>[], more: Record<string, unknown> = {}): Suite =>
  run('set_fields', title, { fields, ...more });

export const FIELD_SUITES: readonly Suite[] = [
  set('constants', [
    { field: 'team', value: 'web "1" \\ $$x ü 😀' },
    { field: 'hidden', value: 'a\u007fb\u0085c\u009fd\u2028e\u2029f\ufeffg\ufffeh\uffff' },
    { field: 'a\u2028b', value: 'a name' },
    { field: 'n', type: 'number', value: '5' },
    { field: 'minus', type: 'number', value: '-5' },
    { field: 'zero', type: 'number', value: '-0' },
    { field: 'half', type: 'number', value: '0.5' },
    { field: 'minus_half', type: 'number', value: '-0.25' },
    { field: 'whole', type: 'number', value: '3.0' },
    { field: 'yes', type: 'boolean', value: 'true' },
    { field: 'no', type: 'boolean', value: 'false' },
    { field: 'empty', value: '' },
    { field: 'a\\.b', value: 'dot in a name' },
    { field: 'größe "x"', value: 'name' },
    { field: 'env', value: '$${env:HOME}' },
  ]),
  set('texts with fields', [
    { field: 'all', value: `\${user} at \${level}, \${text}$$\${nobody}.` },
    { field: 'same', value: `\${user}` },
    { field: 'level', value: `<\${level}>` },
    { field: 'none', value: `\${nobody}` },
  ]),
  set('copies', [
    { field: 'copy', type: 'field', value: 'level' },
    { field: 'user', type: 'field', value: 'text' },
    { field: 'text', type: 'field', value: 'nobody' },
    { field: 'again', type: 'field', value: 'copy' },
    { field: 'again', type: 'field', value: 'again' },
  ]),
  set('only where missing or empty', [
    { field: 'level', value: 'none', onlyIf: 'missing' },
    { field: 'user', value: 'nobody', onlyIf: 'empty' },
    { field: 'text', type: 'field', value: 'level', onlyIf: 'empty' },
  ]),
  set(
    'without replacing',
    [
      { field: 'level', value: 'kept' },
      { field: 'new', value: 'x' },
    ],
    { overwrite: false },
  ),
  set(
    'within a condition that it changes',
    [
      { field: 'level', value: 'changed' },
      { field: 'second', value: 'too' },
    ],
    { condition: isError },
  ),
  run('remove_fields', 'by name', { fields: ['user', 'nobody', 'text'] }),
  run('remove_fields', 'by stars', { fields: ['*e*', 'x*'] }),
  run('remove_fields', 'empty ones', { fields: [], removeEmpty: true, removeNull: true }),
  run('remove_fields', 'within a condition on one of them', {
    fields: ['level', 'user'],
    condition: isError,
  }),
  run('keep_fields', 'some', { fields: ['level', 'nobody'] }),
  run('keep_fields', 'none that is there', { fields: ['nobody'] }),
  run('keep_fields', 'within a condition', { fields: ['user'], condition: isError }),
  run('rename_fields', 'to a new one and over another', {
    fields: [
      { from: 'level', to: 'severity_name' },
      { from: 'user', to: 'text' },
      { from: 'nobody', to: 'text' },
      { from: 'text', to: 'text' },
    ],
  }),
  run('rename_fields', 'one after the other', {
    fields: [
      { from: 'level', to: 'a' },
      { from: 'user', to: 'level' },
      { from: 'a', to: 'user' },
    ],
  }),
  run('rename_fields', 'within a condition on one of them', {
    fields: [
      { from: 'level', to: 'user' },
      { from: 'text', to: 'level' },
    ],
    condition: isError,
  }),
  run('rename_fields', 'the message', { fields: [{ from: 'message', to: 'raw' }] }),
];
