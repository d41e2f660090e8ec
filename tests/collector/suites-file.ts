import { LAST, UGLY } from './steps.ts';
import type { Suite } from './suite.ts';

const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

export const FILE_SUITES: readonly Suite[] = [
  { component: 'file_tail', title: 'texts of all kinds', steps: [], lines: [...UGLY, LAST] },
  {
    component: 'file_tail',
    title: 'empty lines and spaces',
    steps: [],
    lines: [],
    content: bytes('\n\n first\n\t\nsecond \n   \n\r\n\r\r\nthird\r\n fourth\r\r\n\u00a0\nlast\n'),
  },
  {
    component: 'file_tail',
    title: 'bytes that are no UTF-8',
    steps: [],
    lines: [],
    content: bytes(
      ...['a', [0xff], 'b\n', [0xc3], '\n', [0xe2, 0x82], 'x\n', [0xf0, 0x9f, 0x98], '\n'],
      ...[[0xed, 0xa0, 0x80], '\n', [0xc0, 0x80], '\n', [0x80, 0x80], 'y\n', [0xfe, 0xff], '\nlast\n'],
    ),
  },
  {
    component: 'file_tail',
    title: 'a byte order mark, and one in the middle',
    steps: [],
    lines: [],
    content: bytes('\ufefffirst\n\ufeffsecond\nlast\n'),
  },
  {
    component: 'file_tail',
    title: 'lines that are too long',
    source: { maxLineBytes: 64 },
    steps: [],
    lines: [
      'x'.repeat(63),
      'y'.repeat(64),
      'z'.repeat(65),
      'ü'.repeat(32),
      'ü'.repeat(33),
      `${'a'.repeat(64)}\r`,
      `${'b'.repeat(65)}\r`,
      'c'.repeat(500),
      `${'😀'.repeat(16)}`,
      `${'😀'.repeat(17)}`,
      'last',
    ],
  },
  {
    component: 'file_tail',
    title: 'JSON stays text',
    steps: [],
    lines: ['{"a":1}', '[1]', 'null', '{"a":', '{"message":"x"}', 'last'],
  },
  {
    component: 'otlp_http',
    title: 'a body and attributes, or a body alone',
    steps: [
      ['parse_regex', { pattern: '^(?<level>[^|]*)\\|(?<message>[^|]*)$' }],
      [
        'rename_fields',
        {
          fields: [{ from: 'message', to: 'text' }],
          condition: { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'rename' }] },
        },
      ],
      [
        'rename_fields',
        {
          fields: [{ from: 'text', to: 'message' }],
          condition: { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'back' }] },
        },
      ],
    ],
    destination: { severityField: 'severity_text' },
    lines: ['x|body', 'rename|no body', 'no fields', '|', 'rename|', 'back|body', 'größe|😀', 'last|last'],
  },
  {
    component: 'otlp_http',
    title: 'severities by their names',
    steps: [['parse_regex', { pattern: '^(?<severity>[^|]*)\\|(?<message>[^|]*)$' }]],
    lines: [
      ...['trace|x', 'DEBUG|x', 'Info|x', 'notice|x', 'WARN|x', 'warning|x', 'err|x', 'Error|x', 'crit|x'],
      ...[
        'alert|x',
        'emerg|x',
        'panic|x',
        'fatal|x',
        'informational|x',
        '|empty',
        'unknown|x',
        ' error|x',
        '17|x',
      ],
      ...['no severity', 'ERROR\u0301|x', 'İnfo|x', 'last|last'],
    ],
  },
  {
    component: 'otlp_http',
    title: 'resource attributes, other fields',
    steps: [['parse_regex', { pattern: '^(?<a>[^|]*)\\|(?<b>[^|]*)$', onError: 'drop' }]],
    destination: {
      bodyField: 'b',
      severityField: 'a',
      resource: { 'service.name': 'shop $1', team: '"x"', ü: '😀' },
    },
    lines: ['error|x', 'debug|', '|x', '|', 'dropped', 'warn|"q"', 'last|last'],
  },
  {
    component: 'otlp_http',
    title: 'no resource attributes, no fields',
    steps: [
      [
        'remove_fields',
        {
          fields: ['message'],
          condition: { match: 'all', rules: [{ field: 'message', operator: 'not_equals', value: 'last' }] },
        },
      ],
    ],
    destination: { resource: {} },
    lines: ['a', 'b', 'c', 'last'],
  },
];
