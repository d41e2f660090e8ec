import { describe, expect, it } from 'vitest';
import type { Column } from './types.ts';
import { getCellText, toCsv, toTsv } from './use-table-handle.ts';

type Row = { name: string; count?: number | null };
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', value: (row) => row.name, cell: () => null },
  { id: 'count', header: 'Count, all', value: (row) => row.count, cell: () => null },
];
const csvCell = (name: string) =>
  toCsv(columns.slice(0, 1), [{ name }]).split('\r\n').slice(1, -1).join('\r\n');

describe('CSV', () => {
  it('RFC 4180: quotes, CRLF after every record, empty missing values', () => {
    expect(
      toCsv(columns, [
        { name: 'a "b", c', count: 3 },
        { name: 'two\nlines', count: null },
      ]),
    ).toBe('Name,"Count, all"\r\n"a ""b"", c",3\r\n"two\nlines",\r\n');
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+cmd', "'+cmd"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['-2.5', '-2.5'],
    ['+7', '+7'],
    ['-1e9', '-1e9'],
    ['a=b', 'a=b'],
  ])('guards %j from being a formula', (text, expected) => expect(csvCell(text)).toBe(expected));
});

describe('copying', () => {
  it('keeps a row on its line, with tabs between the cells', () => {
    expect(toTsv(columns, [{ name: 'a\tb\r\nc', count: 1 }, { name: 'd' }])).toBe('a b c\t1\nd\t');
  });

  it('takes the text of a column before its value', () => {
    const sinks: Column<Row> = { ...columns[0]!, text: () => 'first, second' };
    expect(getCellText(sinks, { name: 'first' })).toBe('first, second');
  });
});
