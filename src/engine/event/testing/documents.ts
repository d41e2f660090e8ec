import fc from 'fast-check';
import { readJson } from './read-json.ts';

const space = fc.constantFrom('', '', '', '', ' ', '\t', ' \r ', '  ');
const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('a', 'b', 'c', 'err', '10', ' ', '{', '}', '[', ',', ':', '/', '\x7f'),
  },
  { weight: 3, arbitrary: fc.constantFrom('é', '✓', '😀', '\u2028', '\ufeff', '\u0080') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...[
        '\\n',
        '\\"',
        '\\\\',
        '\\/',
        '\\u0061',
        '\\u00e9',
        '\\ud83d\\ude00',
        '\\ud800',
        '\\u0000',
        '\\u001F',
      ],
    ),
  },
);
const string = fc.array(piece, { maxLength: 8 }).map((parts) => `"${parts.join('')}"`);
const key = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.constantFrom(
      ...['"a"', '"b"', '"c"', '"\\u0061"', '"\\u0062"', '"é"', '"\\u00e9"', '""', '"__proto__"', '"a.b"'],
      ...['"0"', '"a\\"b"', '"constructor"', '"\\ud800"', '"ab"', '"message"', '"\\\\"'],
    ),
  },
  { weight: 1, arbitrary: string },
);
const number = fc.oneof(
  fc.constantFrom(
    ...['0', '-0', '1', '10', '1.0', '1e2', '1E+2', '-1.5e-7', '12345678901234567890', '0.1', '1e400'],
    ...['123456789012345.6', '0.30000000000000004', '9007199254740993', '1e22', '1e23', '200'],
  ),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
);

const tied = fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    number,
    string,
    fc.constantFrom('true', 'false', 'null'),
    tie('object'),
    tie('array'),
  ),
  object: fc
    .array(fc.tuple(space, key, space, space, tie('value'), space), { maxLength: 7 })
    .map((members) => `{${members.map(([a, k, b, c, v, d]) => `${a}${k}${b}:${c}${v}${d}`).join(',')}}`),
  array: fc
    .array(fc.tuple(space, tie('value'), space), { maxLength: 4 })
    .map((values) => `[${values.map((value) => value.join('')).join(',')}]`),
}));

/** JSON object texts with white space, escapes, duplicate keys and unusual numbers. */
export const documentText = tied.object;

export const rawLine = fc
  .array(fc.constantFrom('a', 'GET /', '"', '\\', '\t', 'é', '😀', '{', '}', ' ', '\u0001', '10'), {
    minLength: 1,
    maxLength: 9,
  })
  .map((parts) => parts.join(''));

const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'c', 'é', 'message') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '__proto__', 'a.b', '0', 'a"b', 'constructor', 'a":1,"b', '\ud800'),
  },
);
export const fieldNames = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(name) },
  { weight: 1, arbitrary: fc.array(name, { minLength: 2, maxLength: 3 }) },
);
export const needle = fc.oneof(
  fc.constantFrom('a', 'err', '10', 'é', '😀', '"', '\\', '\n', '', '\ud800', '\ude00', '/'),
  string.map((text) => JSON.parse(text) as string),
);
export const constantValue = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.stringify(value))
  .map((text): unknown => readJson(text));
