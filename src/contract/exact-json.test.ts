import { expect, test } from 'vitest';
import { parseExactJson } from './exact-json.ts';

test('whole numbers that would be rounded keep their digits as texts', () => {
  const text =
    '{"a":12345678901234567890,"b":[-99999999999999999999,9007199254740991],"c":1.5e30,"d":"1234567890123456789"}';
  expect(parseExactJson(text)).toEqual({
    a: '12345678901234567890',
    b: ['-99999999999999999999', 9007199254740991],
    c: 1.5e30,
    d: '1234567890123456789',
  });
  expect(parseExactJson('{"a":1,"__proto__":2}')).toEqual(JSON.parse('{"a":1,"__proto__":2}'));
  expect(() => parseExactJson('{"a":1234567890123456789')).toThrow(SyntaxError);
});
