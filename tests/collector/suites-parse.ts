import { LAST, SPLIT, UGLY } from './steps.ts';
import type { Suite } from './suite.ts';

const ACCESS = [
  '1.2.3.4 - - [10/Oct/2000:13:55:36 -0700] "GET /a?b=1 HTTP/1.0" 200 2326',
  '::1 - bob [x] "POST / HTTP/2" 404 -',
  'ü - ü [ü] "GET /ü HTTP/1.1" 500 0',
  '😀 - 😀 [😀] "GET /😀 HTTP/1.1" 500 0',
  '1.2.3.4 - - [] "GET / HTTP/1.0" 200 1',
  '1.2.3.4 - - [a] [b] "GET / "quoted" HTTP/1.0" 200 1',
  '1.2.3.4 - - [a] "GET /" 200 1 trailing',
  '  1.2.3.4 - - [a] "GET / HTTP/1.0" 200 1',
  '1.2.3.4\u00a0- - [a] "GET / HTTP/1.0" 200 1',
  '',
  '1.2.3.4 - - [a] "get / HTTP/1.0" 200 1',
];
const LAST_ACCESS = '9.9.9.9 - last [last] "GET /last HTTP/1.0" 200 9';

const parse = (
  title: string,
  config: Record<string, unknown>,
  lines: readonly string[],
  last: string,
): Suite => ({
  component: 'parse_regex',
  title,
  steps: [['parse_regex', config]],
  lines: [...lines.filter((line) => line !== ''), last],
});

export const PARSE_SUITES: readonly Suite[] = [
  parse(
    'an access log',
    {
      pattern:
        '^(?<client>\\S+) \\S+ (?<user>\\S+) \\[(?<at>[^\\]]+)\\] "(?<verb>[A-Z]+) (?<path>\\S+) [^"]*" (?<status>\\d{3}) (?<size>\\d+|-)$',
    },
    ACCESS,
    LAST_ACCESS,
  ),
  parse(
    'anywhere in the text',
    { pattern: '"(?<verb>[A-Z]+) (?<path>\\S+)', keepOriginal: true },
    ACCESS,
    LAST_ACCESS,
  ),
  parse(
    'in any case, others dropped',
    { pattern: '"(?<verb>get|post) ', ignoreCase: true, onError: 'drop' },
    ACCESS,
    LAST_ACCESS,
  ),
  parse('over the text itself', { pattern: '\\[(?<message>[^\\]]*)\\]' }, ACCESS, LAST_ACCESS),
  parse('lazily', { pattern: '^(?<first>.+?) (?<rest>.*)$' }, ACCESS, LAST_ACCESS),
  parse('lines of all kinds', { pattern: '^(?<level>[^|]*)\\|(?<user>[^|]*)\\|(?<text>.*)$' }, UGLY, LAST),
  parse('an empty group', { pattern: '^(?<level>e*)(?<rest>[a-z]*)' }, UGLY, LAST),
  {
    component: 'parse_regex',
    title: 'a field of an earlier step, within a condition',
    steps: [
      SPLIT,
      [
        'parse_regex',
        {
          field: 'text',
          pattern: '^(?<word>\\w+) (?<level>\\w+)$',
          condition: { match: 'all', rules: [{ field: 'user', operator: 'equals', value: 'ann' }] },
        },
      ],
    ],
    lines: [...UGLY, LAST],
  },
  {
    component: 'parse_regex',
    title: 'a field that is not there, others dropped',
    steps: [SPLIT, ['parse_regex', { field: 'text', pattern: '^(?<word>\\w+)', onError: 'drop' }]],
    lines: [...UGLY, LAST],
  },
];
