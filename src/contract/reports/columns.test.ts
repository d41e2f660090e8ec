import { expect, test } from 'vitest';
import { omitEmptyColumns } from './columns.ts';

const column = (name: string) => ({ name, unit: '', align: 'end' as const, width: 1 });
const cell = (value: string | number | null) => ({ text: String(value ?? '—'), value });

test('a column that says nothing in a table is left out of it', () => {
  const columns = ['Name', 'Output', 'Cost'].map(column);
  const rows = [
    [cell('web'), cell(null), cell(null)],
    [cell('ssh'), cell(0), cell(null)],
  ];
  const shown = omitEmptyColumns(columns, { rows });
  expect(shown.columns.map(({ name }) => name)).toEqual(['Name', 'Output']);
  expect(shown.table.rows.map((cells) => cells.map(({ text }) => text))).toEqual([
    ['web', '—'],
    ['ssh', '0'],
  ]);
  expect(omitEmptyColumns(columns, { rows: [] }).columns).toHaveLength(3);
});
