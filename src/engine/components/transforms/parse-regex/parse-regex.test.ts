import { describe, expect, it } from 'vitest';
import { jsonBatch, rawBatch } from '../../testing/contexts.ts';
import { refusals, runTransform } from '../../testing/run-transform.ts';

describe('parse_regex', () => {
  const pattern = '^(?<client>\\S+) (?<verb>GET|POST) (?<path>\\S+)(?: (?<status>\\d+))?';

  it('sets a field per named group, and removes the text', () => {
    const config = { pattern, numbers: true };
    expect(runTransform('parse_regex', config, rawBatch('10.0.0.1 GET /a 200', 'x POST /b'))).toMatchObject({
      events: [
        { client: '10.0.0.1', verb: 'GET', path: '/a', status: 200 },
        { client: 'x', verb: 'POST', path: '/b' },
      ],
      failures: [],
    });
  });

  it('puts the fields into an object, keeps the text, ignores case', () => {
    const config = {
      pattern: 'user=(?<name>[a-z]+)',
      field: 'log.text',
      target: 'log.user',
      ignoreCase: true,
    };
    const batch = () => jsonBatch({ log: { text: 'USER=Bob' }, n: 1 });
    expect(runTransform('parse_regex', { ...config, keepOriginal: true }, batch()).events).toEqual([
      { log: { text: 'USER=Bob', user: { name: 'Bob' } }, n: 1 },
    ]);
    expect(runTransform('parse_regex', { ...config, target: 'log.text' }, batch()).events).toEqual([
      { log: { text: { name: 'Bob' } }, n: 1 },
    ]);
  });

  it('a group named as the field takes its place', () => {
    const found = runTransform(
      'parse_regex',
      { pattern: '^<(?<pri>\\d+)>(?<message>.*)' },
      rawBatch('<3>hi'),
    );
    expect(found.events).toEqual([{ message: 'hi', pri: '3' }]);
  });

  it('leaves the event unchanged without match, field or room', () => {
    expect(runTransform('parse_regex', { pattern }, rawBatch('nothing'))).toMatchObject({
      texts: ['nothing'],
      failures: ['RegexNoMatch'],
    });
    expect(runTransform('parse_regex', { pattern }, jsonBatch({ a: 1 }))).toMatchObject({
      texts: ['{"a":1}'],
      failures: ['FieldMissing'],
    });
    expect(
      runTransform('parse_regex', { pattern, target: 'a.b' }, jsonBatch({ a: 1, message: 'x GET /' })),
    ).toMatchObject({ events: [{ a: 1, message: 'x GET /' }], failures: ['FieldInTheWay'] });
  });

  it('reads the JSON text of numbers and objects, and 5 MB', () => {
    expect(
      runTransform('parse_regex', { pattern: '(?<tail>\\d\\d)$', field: 'n' }, jsonBatch({ n: 1234 })).events,
    ).toEqual([{ tail: '34' }]);
    const long = `${'a'.repeat(5_000_000)} GET /x`;
    expect(runTransform('parse_regex', { pattern, keepOriginal: true }, rawBatch(long)).events).toMatchObject(
      [{ verb: 'GET', path: '/x' }],
    );
  });

  it('refuses patterns without names, with look-around, or duplicate names', () => {
    expect(refusals('parse_regex', { pattern: '\\d+' })[0]).toContain('names no part');
    expect(refusals('parse_regex', { pattern: '(?=x)(?<a>x)' })[0]).toContain('Look-around');
    expect(refusals('parse_regex', { pattern: '(?<a>x)(?<a>y)' })[0]).toContain('appears twice');
    expect(refusals('parse_regex', { pattern: '(?<a-b>x)' })[0]).toContain('letters, digits');
  });
});
