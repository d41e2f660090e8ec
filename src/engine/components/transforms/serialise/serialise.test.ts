import { describe, expect, it } from 'vitest';
import { Batch } from '../../../event/batch.ts';
import { jsonBatch, rawBatch } from '../../testing/contexts.ts';
import { refusals, runTransform } from '../../testing/run-transform.ts';

const text = (config: object, event: object) =>
  runTransform('serialise', { ...config }, jsonBatch(event)).texts[0];

describe('serialise', () => {
  const event = {
    level: 'info',
    n: 1.5,
    user: { name: 'Ann "A"', tags: ['x', 1] },
    none: null,
    empty: '',
    o: {},
  };

  it('JSON: the event becomes a raw line, or a field of it', () => {
    const json = JSON.stringify(event);
    const batch = jsonBatch(event);
    expect(runTransform('serialise', {}, batch).texts).toEqual([json]);
    expect(batch.isRawText(0)).toBe(true);
    expect(runTransform('serialise', { target: 'raw.json' }, jsonBatch({ a: 1 })).events).toEqual([
      { a: 1, raw: { json: '{"a":1}' } },
    ]);
    expect(runTransform('serialise', {}, rawBatch('x"y')).texts).toEqual(['{"message":"x\\"y"}']);
  });

  it('logfmt: names with dots, quotes where needed', () => {
    expect(text({ format: 'logfmt' }, event)).toBe(
      'level=info n=1.5 user.name="Ann \\"A\\"" user.tags="[\\"x\\",1]" none=null empty="" o={}',
    );
    const exact = new Batch();
    exact.appendJson(Buffer.from('{"a":12345678901234567890,"b":1.50,"\\u0061":1e400,"c":{"d":-0}}'));
    expect(runTransform('serialise', { format: 'logfmt' }, exact).texts).toEqual(['a=1e400 b=1.50 c.d=-0']);
    expect(text({ format: 'logfmt' }, { 'a b': 'x\ny', 'c=d': true })).toBe('a_b="x\\ny" c_d=true');
  });

  it('CSV: cells in the order of the columns, quoted where needed', () => {
    const columns = ['level', 'user.name', 'user.tags', 'none', 'missing', 'n'];
    expect(text({ format: 'csv', columns }, event)).toBe('info,"Ann ""A""","[""x"",1]",,,1.5');
    expect(
      text({ format: 'csv', columns: ['a', 'b'], delimiter: 'semicolon' }, { a: 'x;y\nz', b: ' ' }),
    ).toBe('"x;y\nz";" "');
  });

  it('what it writes as CSV, parse_csv reads', () => {
    const config = { format: 'csv', columns: ['a', 'b'] };
    const rows = [
      { a: 'x,"y"', b: '' },
      { a: 'one\r\ntwo', b: '\n' },
    ];
    const batch = jsonBatch(...rows);
    runTransform('serialise', config, batch);
    expect(runTransform('parse_csv', { columns: ['a', 'b'] }, batch).events).toEqual(rows);
  });

  it('syslog: header from fields, structured data escaped, one line', () => {
    const full = {
      timestamp: '2026-11-21T10:15:30.123456Z',
      hostname: 'web 1',
      appname: 'shop',
      procid: 12,
      msgid: 'ID1',
      facility: 'local0',
      level: 'WARN',
      structured_data: { 'a@1': { 'k=': 'x"]\\y' } },
      message: 'line\nbreak',
    };
    expect(text({ format: 'syslog' }, full)).toBe(
      '<132>1 2026-11-21T10:15:30.123456Z web_1 shop 12 ID1 [a@1 k_="x\\"\\]\\\\y"] line break',
    );
    expect(text({ format: 'syslog', facility: 'daemon', hostname: 'h', appname: 'a' }, { a: 1 })).toBe(
      '<30>1 - h a - - - {"a":1}',
    );
    expect(text({ format: 'syslog' }, { timestamp: 'x', severity: 99, facility: 99, message: null })).toBe(
      '<14>1 - - - - - - ',
    );
  });

  it('reports conflicts, and takes hostile names and 5 MB', () => {
    expect(runTransform('serialise', { target: 'a.b' }, jsonBatch({ a: 1 }))).toMatchObject({
      texts: ['{"a":1}'],
      failures: ['FieldInTheWay'],
    });
    const batch = jsonBatch(JSON.parse('{"__proto__":{"x":1},"constructor":"c","":"e"}') as object);
    expect(runTransform('serialise', { format: 'logfmt' }, batch).texts).toEqual([
      '__proto__.x=1 constructor=c _=e',
    ]);
    const long = text({ format: 'syslog' }, { message: 'x'.repeat(5_000_000), hostname: 'é'.repeat(5000) });
    expect(long).toHaveLength('<14>1 - '.length + 255 + ' - - - - '.length + 5_000_000);
  });

  it('refuses CSV without columns', () => {
    expect(refusals('serialise', { format: 'csv' })[0]).toContain('at least 1 entry');
  });
});
