import { LAST, SPLIT, UGLY } from './steps.ts';
import type { Step, Suite } from './suite.ts';

const rule = (field: string, operator: string, value?: string) => ({
  match: 'any',
  rules: [
    { field, operator, ...(value !== undefined && { value }) },
    { field: 'message', operator: 'equals', value: 'last' },
  ],
});
const toAll: Step = ['set_fields', { fields: [{ field: 'routed', value: 'yes' }] }];
const route = (
  title: string,
  config: Record<string, unknown>,
  outputs: readonly string[],
  lines: readonly string[],
): Suite => ({
  component: 'route',
  title,
  steps: [SPLIT, toAll, ['route', config]],
  outputs,
  lines: [...UGLY, ...lines],
});
const errors = { name: 'errors', match: rule('level', 'equals', 'error') };
const ann = { name: 'ann', match: rule('user', 'equals', 'ann') };

export const ROUTE_SUITES: readonly Suite[] = [
  route(
    'every output that matches',
    { mode: 'all', routes: [errors, ann] },
    ['errors', 'ann', 'unmatched'],
    ['x|x|last', 'last'],
  ),
  route(
    'the first that matches',
    {
      routes: [
        errors,
        { ...ann, match: { match: 'all', rules: [{ field: 'user', operator: 'equals', value: 'ann' }] } },
      ],
    },
    ['errors', 'ann', 'unmatched'],
    ['x|ann|last', 'x|x|last', LAST],
  ),
  route(
    'others dropped',
    { unmatched: 'drop', routes: [{ name: 'missing', match: rule('level', 'not_exists') }] },
    ['missing'],
    ['last'],
  ),
  route(
    'within a condition',
    {
      routes: [errors],
      condition: { match: 'all', rules: [{ field: 'user', operator: 'not_equals', value: 'ann' }] },
    },
    ['errors', 'unmatched'],
    ['x|x|last', LAST],
  ),
];
