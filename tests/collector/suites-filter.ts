import { LAST, SPLIT, UGLY } from './steps.ts';
import type { Suite } from './suite.ts';

type Rule = { field: string; operator: string; value?: string | string[] };
const where = (...rules: Rule[]) => ({ match: 'all', rules });

/** Numbers, and what looks like them. */
const NUMBERS = [
  ...[
    '200|a|',
    '200.0|a|',
    '2e2|a|',
    '2E+2|a|',
    '0200|a|',
    '+200|a|',
    '200 |a|',
    '199.999|a|',
    '-200|a|',
    '200.|a|',
  ],
  ...[
    '.5|a|',
    '0x10|a|',
    'NaN|a|',
    'Infinity|a|',
    '1_000|a|',
    '-0|a|',
    '0|a|',
    '1e5|a|',
    '1e-5|a|',
    '1e10|a|',
  ],
  ...['９|a|', '|a|', 'abc', '9007199254740991|a|', '201|a|', '199|a|'],
];

/** Beyond doubles, close to zero, and zero, in all forms. */
const EXTREMES = [
  ...['1e100|a|', '-1e100|a|', '1e300|a|', '1e308|a|', '2e308|a|', '-2e308|a|', '1e309|a|', '1e999|a|'],
  ...['-1e99999|a|', '0e999|a|', '-0.00e99999|a|', '1e-999|a|', '-1e-400|a|', '5e-324|a|', '1E+0099|a|'],
  ...[
    '1e+000000000000000099|a|',
    '0.1e309|a|',
    '0.0001e999|a|',
    '-0.5E308|a|',
    '1e1000000000000000000000|a|',
  ],
  ...['12345678901e299|a|', '1234567890123456e99|a|', '12345678901234567e99|a|', '9007199254740992|a|'],
  `${'9'.repeat(200)}|a|`,
  ...[`${'9'.repeat(201)}|a|`, `${'9'.repeat(308)}.5|a|`, `${'9'.repeat(309)}|a|`, `-${'9'.repeat(400)}|a|`],
  ...[`${'9'.repeat(250)}e50|a|`, `${'9'.repeat(300)}e-290|a|`, `0.${'0'.repeat(280)}1e285|a|`],
  ...[`0.${'0'.repeat(280)}1e400|a|`, '1e|a|', '1e+|a|', 'e5|a|', '01e300|a|', '1e3.5|a|', ' 1e300|a|'],
];

const keep = (title: string, rule: Rule, lines: readonly string[] = UGLY): Suite => ({
  component: 'filter',
  title,
  steps: [
    SPLIT,
    [
      'filter',
      {
        action: 'keep',
        match: { match: 'any', rules: [rule, { field: 'user', operator: 'equals', value: 'last' }] },
      },
    ],
  ],
  lines: [...lines, LAST],
});

export const FILTER_SUITES: readonly Suite[] = [
  keep('equals', { field: 'level', operator: 'equals', value: 'error' }),
  keep('equals nothing', { field: 'level', operator: 'equals', value: '' }),
  keep('equals a dollar sign', { field: 'level', operator: 'equals', value: '$error' }),
  keep('equals a variable', { field: 'user', operator: 'equals', value: `\${user}` }),
  keep('equals Unicode', { field: 'level', operator: 'equals', value: 'größe' }),
  keep('equals quotes', { field: 'level', operator: 'equals', value: '"error"' }),
  keep('equals a null character', { field: 'level', operator: 'equals', value: '\u0000' }),
  keep('does not equal', { field: 'level', operator: 'not_equals', value: 'error' }),
  keep('equals a number', { field: 'level', operator: 'equals', value: '200' }, NUMBERS),
  keep('equals a negative number', { field: 'level', operator: 'equals', value: '-200' }, NUMBERS),
  keep('does not equal a number', { field: 'level', operator: 'not_equals', value: '2e2' }, NUMBERS),
  keep('equals zero', { field: 'level', operator: 'equals', value: '0' }, NUMBERS),
  keep('is greater', { field: 'level', operator: 'gt', value: '199.5' }, NUMBERS),
  keep('is at least', { field: 'level', operator: 'gte', value: '200' }, NUMBERS),
  keep('is less', { field: 'level', operator: 'lt', value: '0' }, NUMBERS),
  keep('is at most', { field: 'level', operator: 'lte', value: '-0.5' }, NUMBERS),
  keep('equals zero at the limits of doubles', { field: 'level', operator: 'equals', value: '0' }, EXTREMES),
  keep('equals a number at the limits', { field: 'level', operator: 'not_equals', value: '1e5' }, EXTREMES),
  keep('is greater at the limits', { field: 'level', operator: 'gt', value: '9007199254740991' }, EXTREMES),
  keep('is at least at the limits', { field: 'level', operator: 'gte', value: '-1' }, EXTREMES),
  keep('is less at the limits', { field: 'level', operator: 'lt', value: '0' }, EXTREMES),
  keep('is at most at the limits', { field: 'level', operator: 'lte', value: '100' }, EXTREMES),
  keep('is one of', { field: 'level', operator: 'in', value: ['error', '200', 'a.b', ''] }),
  keep('is one of many', {
    field: 'level',
    operator: 'in',
    value: ['error', '2e2', 'a.b', '', 'größe', '$error'],
  }),
  keep('is none of', { field: 'level', operator: 'not_in', value: ['error', '200', 'a.b', ''] }),
  keep('contains', { field: 'text', operator: 'contains', value: 'a' }),
  keep('contains what is special in patterns', { field: 'text', operator: 'contains', value: '[a-z]+(' }),
  keep('contains nothing', { field: 'text', operator: 'contains', value: '' }),
  keep('does not contain', { field: 'text', operator: 'not_contains', value: '😀' }),
  keep('starts with', { field: 'level', operator: 'starts_with', value: 'err' }),
  keep('ends with', { field: 'text', operator: 'ends_with', value: '.0' }),
  keep('exists', { field: 'level', operator: 'exists' }),
  keep('does not exist', { field: 'level', operator: 'not_exists' }),
  keep('exists that nobody sets', { field: 'nobody', operator: 'exists' }),
  keep('does not equal what nobody sets', { field: 'nobody', operator: 'not_equals', value: 'x' }),
  keep('matches', { field: 'text', operator: 'matches', value: '^[a-z]+$' }),
  keep('matches anything', { field: 'text', operator: 'matches', value: '^.+$' }),
  keep('matches spaces', { field: 'user', operator: 'matches', value: '\\s' }),
  keep('matches no spaces', { field: 'text', operator: 'matches', value: '^\\S+$' }),
  keep('matches words', { field: 'text', operator: 'matches', value: '\\b[Pp]lain\\b|\\berror\\b' }),
  keep('matches a backslash or a brace', { field: 'text', operator: 'matches', value: '\\\\|\\{' }),
  keep('matches in any case', { field: 'level', operator: 'matches', value: '(?i)^error$' }),
  keep('matches a range in any case', { field: 'level', operator: 'matches', value: '(?i)^[d-s]{5}$' }),
  keep('matches other characters', { field: 'level', operator: 'matches', value: '^[^a-z]+$' }),
  keep('matches numbers', { field: 'text', operator: 'matches', value: '^\\d+(?:\\.\\d+)?$' }),
  keep('does not match', { field: 'text', operator: 'not_matches', value: 'plain|long' }),
  keep('matches a dollar sign', { field: 'level', operator: 'matches', value: '^\\$' }),
  {
    component: 'filter',
    title: 'drops, within a condition',
    steps: [
      SPLIT,
      [
        'filter',
        {
          match: where({ field: 'level', operator: 'equals', value: 'error' }),
          condition: where({ field: 'user', operator: 'equals', value: 'ann' }),
        },
      ],
    ],
    lines: [...UGLY, LAST],
  },
  {
    component: 'filter',
    title: 'groups of rules',
    steps: [
      SPLIT,
      [
        'filter',
        {
          match: {
            match: 'any',
            rules: [
              {
                match: 'all',
                rules: [
                  { field: 'level', operator: 'equals', value: 'error' },
                  { field: 'user', operator: 'equals', value: 'ann' },
                ],
              },
              { field: 'text', operator: 'not_exists' },
            ],
          },
        },
      ],
    ],
    lines: [...UGLY, LAST],
  },
];
