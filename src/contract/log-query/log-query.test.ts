import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInverted } from './compare.ts';
import { findNarrowing, narrowQuery, parseLogQuery, printLogQuery } from './index.ts';
import type { FieldTest, LogQuery } from './types.ts';

function parse(text: string): unknown {
  const { query, error } = parseLogQuery(text);
  if (error) return error;
  return JSON.parse(JSON.stringify(query, (key, value) => (key === 'place' ? undefined : value)));
}
const word = (value: string) => ({ kind: 'text', value: value.split('*') });
const equals = (field: string, value: string) => ({
  kind: 'field',
  field,
  test: { kind: 'equals', value: value.split('*') },
});

describe('log query', () => {
  it.each<[string, unknown]>([
    ['', { kind: 'all' }],
    ['  ', { kind: 'all' }],
    ['error', word('error')],
    ['10.0.0.1', word('10.0.0.1')],
    ['12:30:45', word('12:30:45')],
    ['user=root', word('user=root')],
    ['a->b', word('a->b')],
    ['<html>', word('<html>')],
    ['-rf', word('-rf')],
    ['/api/checkout', word('/api/checkout')],
    ['fail*ure', { kind: 'text', value: ['fail', 'ure'] }],
    ['a\\*b', { kind: 'text', value: ['a*b'] }],
    ['C\\Users', word('C\\Users')],
    ['"GET /x"', word('GET /x')],
    ['"say \\"hi\\" \\\\ \\n"', word('say "hi" \\ \\n')],
    ['"AND"', word('AND')],
    ['and', word('and')],
    ['/err(or)?/i', { kind: 'regex', test: { kind: 'regex', source: 'err(or)?', ignoreCase: true } }],
    ['/a[/ ]/', { kind: 'and', parts: [word('/a[/'), word(']/')] }],
    ['/a[/]b/', { kind: 'regex', test: { kind: 'regex', source: 'a[/]b', ignoreCase: false } }],
    ['status:500', equals('status', '500')],
    ['path:/api/checkout*', equals('path', '/api/checkout*')],
    ['http.status:5*', equals('http.status', '5*')],
    ['@source:web', equals('@source', 'web')],
    ['"odd name":x', equals('odd name', 'x')],
    ['user:"u 1"', equals('user', 'u 1')],
    ['user:""', equals('user', '')],
    ['size>10', { kind: 'field', field: 'size', test: { kind: 'compare', operator: '>', operand: '10' } }],
    [
      'size:>=1.5',
      { kind: 'field', field: 'size', test: { kind: 'compare', operator: '>=', operand: '1.5' } },
    ],
    ['size:[1 TO 5]', { kind: 'field', field: 'size', test: { kind: 'range', from: '1', to: '5' } }],
    ['size:[ * TO "b c" ]', { kind: 'field', field: 'size', test: { kind: 'range', to: 'b c' } }],
    ['m:/x.y/', { kind: 'field', field: 'm', test: { kind: 'regex', source: 'x.y', ignoreCase: false } }],
    ['a b', { kind: 'and', parts: [word('a'), word('b')] }],
    ['a AND b OR c', { kind: 'or', parts: [{ kind: 'and', parts: [word('a'), word('b')] }, word('c')] }],
    ['a (b OR c)', { kind: 'and', parts: [word('a'), { kind: 'or', parts: [word('b'), word('c')] }] }],
    ['NOT a b', { kind: 'and', parts: [{ kind: 'not', part: word('a') }, word('b')] }],
    ['NOT NOT a', { kind: 'not', part: { kind: 'not', part: word('a') } }],
    ['NOT (a)', { kind: 'not', part: word('a') }],
  ])('parser: reads %j', (text, query) => {
    expect(parse(text)).toEqual(query);
  });

  it.each<[string, number, RegExp]>([
    ['"open', 0, /closing quote/],
    ['a (b', 2, /closing bracket/],
    ['a) b', 1, /has no opening one/],
    ['a AND', 5, /ends here/],
    ['OR b', 0, /missing before OR/],
    ['a AND OR b', 6, /missing before OR/],
    ['status: 500', 7, /value is missing after status:/],
    ['size>', 5, /missing after >/],
    ['size>5*', 5, /takes no \*/],
    ['size:[1 2]', 8, /range is written/],
    ['size:[1 TO 2', 5, /closing ]/],
    ['a size:[10 TO 5]', 7, /^No value lies in this range: 10 comes after 5$/],
    ['size:["1e3" TO 999.5]', 5, /1e3 comes after 999.5/],
    ['id:[12345678901234567891 TO 12345678901234567890]', 3, /No value lies/],
    ['at:["2026-11-20 09:00" TO "2026-11-20 08:00"]', 3, /No value lies/],
    ['user:[b TO a]', 5, /b comes after a/],
    ['NOT', 3, /ends here/],
    ['()', 1, /missing before this bracket/],
  ])('parser: names the wrong character of %j', (text, at, message) => {
    const { error } = parseLogQuery(text);
    expect(error?.message).toMatch(message);
    expect(error?.at).toBe(at);
  });

  it.each(['size:[5 TO 5]', 'size:[5 TO 10]', 'a:[-1 TO 1e400]', 'a:[9 TO a]', 'a:[a TO 9]', 'a:[A TO a]'])(
    'parser: takes the range of %j',
    (text) => expect(parseLogQuery(text).error).toBeUndefined(),
  );

  it('parser: bounds length and depth', () => {
    expect(parseLogQuery(`${'('.repeat(60)}a${')'.repeat(60)}`).error?.at).toBe(50);
    expect(parseLogQuery('x'.repeat(5000)).error?.at).toBe(4096);
  });

  const literal = fc.oneof(
    fc.string({ minLength: 1, maxLength: 8 }),
    fc.constantFrom('AND', 'OR', 'NOT', 'a:b', '/x/', '[1', '"', '\\', 'a b', 'ä', '*', 'TO', '(', '1.5'),
  );
  const wildcard = fc.oneof(
    literal.map((text) => [text]),
    fc
      .array(literal, { minLength: 1, maxLength: 2 })
      .chain((middle) => fc.constantFrom(['', ...middle, ''], ['', ...middle], [...middle, ''], ['', ''])),
  );
  const regex = fc.record({
    kind: fc.constant('regex' as const),
    source: fc.constantFrom('a', 'a/b', 'a\\/b', '[/]', '(a|b)+', '\\s\\d', 'i', '\\\\'),
    ignoreCase: fc.boolean(),
  });
  const test: fc.Arbitrary<FieldTest> = fc.oneof(
    fc.record({ kind: fc.constant('equals' as const), value: wildcard }),
    fc.record({
      kind: fc.constant('compare' as const),
      operator: fc.constantFrom('>', '>=', '<', '<='),
      operand: literal,
    }),
    fc
      .record({ kind: fc.constant('range' as const), from: literal, to: literal })
      .filter(({ from, to }) => !isInverted(from, to)),
    fc.record({ kind: fc.constant('range' as const), from: literal }),
    regex,
  );
  const leaf: fc.Arbitrary<LogQuery> = fc.oneof(
    fc.record({ kind: fc.constant('text' as const), value: wildcard }),
    fc.record({ kind: fc.constant('regex' as const), test: regex }),
    fc.record({ kind: fc.constant('field' as const), field: literal, test }),
  );
  const query = fc.letrec<{ query: LogQuery }>((tie) => ({
    query: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.record({
        kind: fc.constantFrom('and' as const, 'or' as const),
        parts: fc.array(tie('query'), { minLength: 2, maxLength: 3 }),
      }),
      fc.record({ kind: fc.constant('not' as const), part: tie('query') }),
    ),
  })).query;

  it('printer: what is printed and parsed again prints the same', () => {
    fc.assert(
      fc.property(query, (made) => {
        const text = printLogQuery(made);
        const read = parseLogQuery(text);
        expect(read.error).toBeUndefined();
        expect(printLogQuery(read.query!)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('printer: a leaf is read back as it was', () => {
    fc.assert(
      fc.property(leaf, (made) => {
        expect(parse(printLogQuery(made))).toEqual(JSON.parse(JSON.stringify(made)));
      }),
      { numRuns: 1000 },
    );
  });

  it('parser: never throws, and names a place within the text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        const { error } = parseLogQuery(text);
        if (error) expect(error.at).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('narrowing: includes, excludes, and replaces the opposite', () => {
    expect(narrowQuery('', 'user', 'u 1', false)).toBe('user:"u 1"');
    expect(narrowQuery('a OR b', 'user', 'x', true)).toBe('(a OR b) AND NOT user:x');
    expect(narrowQuery('a NOT user:x', 'user', 'x', false)).toBe('a AND user:x');
    expect(narrowQuery('a user:x', 'user', 'x', false)).toBe('a user:x');
    expect(narrowQuery('"open', 'user', 'x', false)).toBe('"open');
    expect(findNarrowing(parseLogQuery('a NOT user:x').query, 'user', 'x')).toBe('excluded');
    expect(findNarrowing(parseLogQuery('user:x').query, 'user', 'x')).toBe('included');
    expect(findNarrowing(parseLogQuery('a OR user:x').query, 'user', 'x')).toBeUndefined();
  });
});
