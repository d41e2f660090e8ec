import { describe, expect, it } from 'vitest';
import { jsonBatch, rawBatch } from '../../testing/contexts.ts';
import { refusals, runTransform } from '../../testing/run-transform.ts';
import { MAX_FOUND } from '../text-parser.ts';

const read = (line: string, config: object = {}) => {
  const { events, failures } = runTransform('parse_key_value', { ...config }, rawBatch(line));
  return failures.length > 0 ? failures : events[0];
};

describe('parse_key_value', () => {
  it('reads pairs between spaces, quoted values, escapes; leaves words alone', () => {
    expect(read('IN=eth0 OUT= \tSRC=10.0.0.1 DF msg="a \\"b\\" c=d" URGP=0')).toEqual({
      IN: 'eth0',
      OUT: '',
      SRC: '10.0.0.1',
      msg: 'a "b" c=d',
      URGP: '0',
    });
    expect(read('a=1 DF', { bareWords: 'true', numbers: true })).toEqual({ a: 1, DF: 'true' });
    expect(read('"first name"=Ann url=http://x/?a=b')).toEqual({ 'first name': 'Ann', url: 'http://x/?a=b' });
  });

  it('takes other delimiters and quotes', () => {
    expect(
      read("user: 'Ann, B'; role : admin ;; note: it's", {
        pairDelimiter: ';',
        valueDelimiter: ':',
        quotes: 'single',
      }),
    ).toEqual({ user: 'Ann, B', role: 'admin', note: "it's" });
    expect(read('a=>1, b=>2', { pairDelimiter: ', ', valueDelimiter: '=>' })).toEqual({ a: '1', b: '2' });
    expect(read('a="x b="y', { quotes: 'double' })).toEqual({ a: 'x b=' });
    expect(read('a="x', {})).toEqual({ a: '"x' });
  });

  it('a repeated name: the last, the first, or all values', () => {
    const line = 'LEN=60 LEN=58 LEN=x';
    expect(read(line)).toEqual({ LEN: 'x' });
    expect(read(line, { repeated: 'first', numbers: true })).toEqual({ LEN: 60 });
    expect(read(line, { repeated: 'list', numbers: true })).toEqual({ LEN: [60, 58, 'x'] });
  });

  it('names with dots, and names that objects have, are plain names', () => {
    expect(read('a.b=1 __proto__=2 constructor=3', { target: 'kv' })).toEqual({
      kv: JSON.parse('{"a.b":"1","__proto__":"2","constructor":"3"}'),
    });
  });

  it('a pair named message takes the place of the text', () => {
    expect(read('message=hi level=info')).toEqual({ message: 'hi', level: 'info' });
    expect(read('x message=hi', { keepOriginal: true })).toEqual({ message: 'hi' });
  });

  it('reports missing pairs or fields and too many, changing nothing', () => {
    expect(read('just words')).toEqual(['NoPairs']);
    expect(read('')).toEqual(['NoPairs']);
    expect(runTransform('parse_key_value', { field: 'x' }, jsonBatch({ a: 1 })).failures).toEqual([
      'FieldMissing',
    ]);
    const many = Array.from({ length: MAX_FOUND + 1 }, (_, n) => `k${n}=v`).join(' ');
    expect(runTransform('parse_key_value', {}, rawBatch(many))).toMatchObject({
      texts: [many],
      failures: ['TooManyFields'],
    });
  });

  it('hostile text of a megabyte and more is read in one pass', () => {
    const hostile = [
      'a '.repeat(2_500_000),
      '"'.repeat(1_000_000),
      '= '.repeat(500_000),
      '"\\'.repeat(500_000),
    ];
    for (const text of hostile) expect(read(text)).toEqual(['NoPairs']);
    expect(read(`${'a '.repeat(500_000)}k=v`)).toEqual({ k: 'v' });
    expect(read(`k="${'\\"'.repeat(300_000)}" b=1`)).toMatchObject({ b: '1' });
  });

  it('keeps bytes that were no UTF-8 as replacement characters', () => {
    const batch = rawBatch();
    batch.appendRaw(Buffer.from([0x61, 0x3d, 0xff, 0x20, 0x62, 0x3d, 0xc3, 0xa9]));
    expect(runTransform('parse_key_value', {}, batch).events).toEqual([{ a: '\ufffd', b: 'é' }]);
  });

  it('refuses delimiters that are the same', () => {
    expect(refusals('parse_key_value', { valueDelimiter: ' ' })[0]).toContain('must differ');
  });
});
