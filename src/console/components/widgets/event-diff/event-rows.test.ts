import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEventFields } from '../../../lib/event-text.ts';
import { diffEventRows, diffFieldBytes, diffTexts, type EventRow, type TextPart } from './event-rows.ts';

const joinText = (parts: readonly TextPart[] | undefined) => parts?.map(({ text }) => text).join('');
const brief = ({ kind, name, before, after, depth }: EventRow) =>
  `${' '.repeat(depth)}${kind} ${name ?? ''} ${joinText(before) ?? '-'} | ${joinText(after) ?? '-'}`;
const rows = (before: unknown, after: unknown) =>
  diffEventRows(JSON.stringify(before), JSON.stringify(after)).map(brief);

test('added, removed and changed fields follow the event order', () => {
  expect(rows({ a: 1, gone: 'x', b: true, last: 0 }, { a: 2, b: true, fresh: null })).toEqual([
    'changed a 1 | 2',
    'removed gone "x" | -',
    'same b true | true',
    'removed last 0 | -',
    'added fresh - | null',
  ]);
});

test('fields in another order are the same fields', () => {
  expect(rows({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual(['same b 2 | 2', 'same a 1 | 1']);
});

test('a changed object is opened, an equal one takes one line', () => {
  const before = { http: { method: 'GET', status: 200 }, user: { name: 'a' } };
  expect(rows(before, { ...before, http: { method: 'GET' } })).toEqual([
    'same http { | {',
    ' same method "GET" | "GET"',
    ' removed status 200 | -',
    'same  } | }',
    'same user { "name": "a" } | { "name": "a" }',
  ]);
});

test('a raw line that is parsed was the field message', () => {
  expect(diffEventRows('GET / 200', '{"verb":"GET","message":"GET / 200"}').map(brief)).toEqual([
    'added verb - | "GET"',
    'same message "GET / 200" | "GET / 200"',
  ]);
});

test('a raw line that a pattern took apart stands before its fields', () => {
  expect(diffEventRows('GET /', '{"verb":"GET","path":"/"}').map(brief)).toEqual([
    'removed message "GET /" | -',
    'added verb - | "GET"',
    'added path - | "/"',
  ]);
});

test('raw lines compare by words; without common ones as wholes', () => {
  expect(diffTexts('user root failed', 'user *** failed')).toEqual({
    before: [
      { text: 'user ', kind: 'same' },
      { text: 'root', kind: 'removed' },
      { text: ' failed', kind: 'same' },
    ],
    after: [
      { text: 'user ', kind: 'same' },
      { text: '***', kind: 'added' },
      { text: ' failed', kind: 'same' },
    ],
  });
  expect(diffTexts('abc', 'xyz').before).toEqual([{ text: 'abc', kind: 'removed' }]);
});

test('a dropped event has nothing after', () => {
  expect(diffEventRows('{"a":1}', undefined).map(brief)).toEqual(['removed a 1 | -']);
  expect(diffEventRows('raw', undefined).map(brief)).toEqual(['removed  raw | -']);
});

test('a very long value is cut, and what is cut is said', () => {
  const [row] = diffEventRows(JSON.stringify({ a: 'x'.repeat(5000) }), '{"a":"x"}');
  expect(joinText(row?.before)).toMatch(/x… 3,002 B more$/);
});

test('a non-object is a raw line; Object names are no fields', () => {
  expect([parseEventFields('[1]'), parseEventFields('{"a"'), parseEventFields('12')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(rows({}, { constructor: 1 })).toEqual(['added constructor - | 1']);
});

test('bytes by field: what was saved most comes first', () => {
  expect(diffFieldBytes('{"a":"xxxx","b":1,"c":2}', '{"b":100,"c":2}')).toEqual([
    { name: 'a', bytes: -11 },
    { name: 'b', bytes: 2 },
  ]);
  expect(diffFieldBytes('raw', '{"a":1}')).toEqual([]);
});

test('any change: every field of both sides appears once', () => {
  const fields = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constantFrom(1, 'x', null));
  fc.assert(
    fc.property(fields, fields, (before, after) => {
      const found = diffEventRows(JSON.stringify(before), JSON.stringify(after));
      const side = (which: 'before' | 'after') =>
        Object.fromEntries(found.flatMap((row) => (row[which] ? [[row.name, joinText(row[which])]] : [])));
      const texts = (event: object) =>
        Object.fromEntries(Object.entries(event).map(([name, value]) => [name, JSON.stringify(value)]));
      expect(side('before')).toEqual(texts(before));
      expect(side('after')).toEqual(texts(after));
      expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
      for (const row of found) expect(row.kind === 'same').toBe(joinText(row.before) === joinText(row.after));
    }),
  );
});
