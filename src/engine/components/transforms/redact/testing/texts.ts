import fc from 'fast-check';
import { DETECTORS } from '../detectors/index.ts';

/** All detectors. */
export const ids = Object.keys(DETECTORS);
const parts = [
  ...[
    '4111111111111111',
    '4111 1111 1111 1111',
    '4-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1',
    '3782 822463 10005',
    '٤١١١١١١١١١١١١١١١',
  ],
  ...[
    'DE89370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    'GB29NWBK60161331926819',
    '10.0.0.1',
    '203.0.113.77',
  ],
  ...[
    'a@b.co',
    'x@y.DE',
    '89370400440532013000',
    'x@y.',
    'josé%40x.org',
    '2001:db8::1',
    '+49 30 9018200',
    '(555) 123-4567',
    '555-123-4567',
  ],
  ...[
    'eyJhbGciOiJI.eyJzdWIiOiIx.x',
    'Bearer abc12345',
    'AKIAIOSFODNN7EXAMPLE',
    `ghp_${'a1B2'.repeat(9)}`,
    'password=x1y2z3',
  ],
  ...[
    'Basic dXNlcjpwYXNz',
    'token: "kd83hf72ksl0"',
    '2026-11-21T10:00:00.000Z',
    'card ',
    'DE',
    'ey',
    'J',
    'é',
    '\u00a0',
    '\u200b',
  ],
  ...[
    ' ',
    ' ',
    ',',
    '.',
    '-',
    '@',
    '"',
    '=',
    ':',
    '/',
    '_',
    '\n',
    '%40',
    '[',
    ']',
    '1',
    '12',
    '4',
    '999',
    '2001',
    'x',
    'ab',
  ],
];
/** Texts of what detectors find, and of what is near it. */
export const text = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((some) => some.join(''));
export const rules = fc.uniqueArray(
  fc.record({ find: fc.constantFrom(...ids), action: fc.constantFrom('replace', 'partial') }),
  { minLength: 1, selector: ({ find }) => find },
);
