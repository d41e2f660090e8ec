import type { Step } from './suite.ts';

/** `level|user|text` becomes fields; other lines keep the field message alone. */
export const SPLIT: Step = [
  'parse_regex',
  { pattern: '^(?<level>[^|]*)\\|(?<user>[^|]*)\\|(?<text>[^|]*)$', field: 'message' },
];

/** Values of a field, with all that is ugly in texts. */
export const UGLY: readonly string[] = [
  'error|ann|plain',
  '||',
  'ERROR|ann|other case',
  ' error |ann |spaces around',
  'error|ann|error',
  'no fields at all',
  'größe|日本|😀 beyond the first plane',
  'e\u0301rror|ann|an accent of its own',
  '"error"|\\ann\\|quotes and \\ backslashes',
  '200|0200|200.0',
  '2e2|-0|0.0',
  '9007199254740993|1|larger than a double knows',
  '{"level":"error"}|null|true',
  `$error|\${user}|$$ and \${env:HOME}`,
  '<b>&amp;</b>|%s%d|{{x}}',
  'error\tx|a\u00a0b|\u2028 and \u2029',
  '\u0000|\u0001|\u007f',
  'error|ann|plain',
  `${'x'.repeat(300)}|ann|long`,
  '\ufeff|\u200b|\u202e right to left',
  'a.b|a*b|[a-z]+(',
];

/** Reaches the end of every suite that keeps errors. */
export const LAST = 'error|last|last';
