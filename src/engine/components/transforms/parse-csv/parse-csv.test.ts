import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonBatch, rawBatch } from '../../testing/contexts.ts';
import { refusals, runTransform } from '../../testing/run-transform.ts';

const read = (line: string, config: object) => {
  const { events, failures } = runTransform('parse_csv', { ...config }, rawBatch(line));
  return failures.length > 0 ? failures : events[0];
};
const columns = ['a', 'b', 'c'];

describe('parse_csv', () => {
  it('names cells by column, quoted too; further cells are numbered', () => {
    expect(read('1,"x, ""y"" z",', { columns })).toEqual({ a: '1', b: 'x, "y" z', c: '' });
    expect(read('1,2,3,4', { columns, numbers: true })).toEqual({ a: 1, b: 2, c: 3, column_4: 4 });
    expect(read('1', { columns })).toEqual({ a: '1' });
    expect(read('1,,3', { columns, emptyCells: 'leave_out' })).toEqual({ a: '1', c: '3' });
    expect(read('x,y', {})).toEqual({ column_1: 'x', column_2: 'y' });
  });

  it('takes the header line, other delimiters and quotes', () => {
    expect(read("1;'2;3'", { header: "id;'the name'", delimiter: 'semicolon', quote: 'single' })).toEqual({
      id: '1',
      'the name': '2;3',
    });
    expect(read('a\t"b', { columns, delimiter: 'tab', quote: 'none' })).toEqual({ a: 'a', b: '"b' });
  });

  it('drops the header line itself when asked', () => {
    const lines = rawBatch('id,name', '1,x', 'id,name,more', '"id","name"');
    const { events } = runTransform('parse_csv', { header: 'id,name', dropHeader: true }, lines);
    expect(events).toEqual([
      { id: '1', name: 'x' },
      { id: 'id', name: 'name', column_3: 'more' },
    ]);
  });

  it('reports what is no CSV and a missing field, and changes nothing', () => {
    for (const line of ['"open,1', '"a"b,1'])
      expect(runTransform('parse_csv', { columns }, rawBatch(line))).toMatchObject({
        texts: [line],
        failures: ['CsvInvalid'],
      });
    expect(runTransform('parse_csv', { columns, field: 'x' }, jsonBatch({})).failures).toEqual([
      'FieldMissing',
    ]);
    expect(read(','.repeat(5_000_000), { columns })).toEqual(['TooManyFields']);
    expect(read(`"${'""'.repeat(300_000)}",2`, { columns })).toMatchObject({ b: '2' });
  });

  it('reads back any cells that RFC 4180 can write', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ' ', 'é', '😀', '\t') });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), (cells) => {
        const line = cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(',');
        expect(read(line, {})).toEqual(Object.fromEntries(cells.map((one, n) => [`column_${n + 1}`, one])));
      }),
    );
  });

  it('refuses columns that repeat, or columns beside a header', () => {
    expect(refusals('parse_csv', { columns: ['a', 'a'] })[0]).toContain('appears twice');
    expect(refusals('parse_csv', { columns, header: 'a,b' })[0]).toContain('must stay empty');
  });
});
