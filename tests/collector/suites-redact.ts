import { LAST, SPLIT, UGLY } from './steps.ts';
import type { Step, Suite } from './suite.ts';

const suite = (
  component: string,
  title: string,
  config: Record<string, unknown>,
  before: readonly Step[] = [SPLIT],
): Suite => ({ component, title, steps: [...before, [component, config]], lines: [...UGLY, LAST] });
const redact = (title: string, pattern: string, more: object = {}, rule: object = {}): Suite =>
  suite('redact', title, { rules: [{ find: 'pattern', pattern, ...rule }], ...more });

/** Patterns that are hidden, and what is flat already. */
export const REDACT_SUITES: readonly Suite[] = [
  redact('words in all fields', 'error|ann'),
  redact('matches beside each other', '[0-9a-z]'),
  redact('by a text with dollar signs', 'a', {}, { replacement: `$1 \${0} $$ "\\" 😀` }),
  redact('by nothing', '[^a-z]+', {}, { replacement: '' }),
  redact('at places', '^\\w+|\\b[pl]\\w+$'),
  redact('to what follows', '[|"\\\\ ].*?[a-z]'),
  redact('in one field', 'a', { scope: 'include', fields: ['user'] }),
  redact('in fields by a star', '[^\\s]+', { scope: 'include', fields: ['*e*'] }),
  redact('in all but one field', '(?i)E', { scope: 'exclude', fields: ['level', 'nobody'] }),
  redact('within a condition', '[a-z]+', {
    condition: { match: 'all', rules: [{ field: 'user', operator: 'equals', value: 'ann' }] },
  }),
  suite('redact', 'lines, one rule after the other', { rules: [{ find: 'pattern', pattern: 'x+' }] }, [
    ['redact', { rules: [{ find: 'pattern', pattern: '\\|', replacement: 'xx' }] }],
  ]),
  {
    component: 'redact',
    title: 'beside bytes that are no UTF-8',
    steps: [['redact', { rules: [{ find: 'pattern', pattern: 'secret', replacement: '-' }] }]],
    lines: [],
    content: Buffer.concat([
      Buffer.from([0xff]),
      Buffer.from('secret secret\nsecret'),
      Buffer.from([0xe2, 0x82]),
      Buffer.from('secret\n😀secret'),
      Buffer.from([0xf0, 0x9f]),
      Buffer.from('\nlast\n'),
    ]),
  },
  suite('flatten', 'what is flat', { separator: '_', depth: 1, lists: true }),
  suite('flatten', 'below a text', { field: 'user' }),
  suite('flatten', 'below a text, others dropped', {
    field: 'user',
    onError: 'drop',
    condition: { match: 'all', rules: [{ field: 'level', operator: 'not_equals', value: 'error' }] },
  }),
];
