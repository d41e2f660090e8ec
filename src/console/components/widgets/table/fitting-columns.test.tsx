import { fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DataTable } from './data-table.tsx';
import type { Column, TableHandle } from './types.ts';

type Row = { id: string; name: string; type: string; used: string };
const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', value: (row) => row.name, cell: (row) => row.name },
  { id: 'type', header: 'Type', shownFrom: 400, value: (row) => row.type, cell: (row) => row.type },
  { id: 'used', header: 'Used by', shownFrom: 700, value: (row) => row.used, cell: (row) => row.used },
];
const ROWS: readonly Row[] = [{ id: 'a', name: 'Door', type: 'TCP', used: 'Edge' }];

let width = 500;
beforeEach(() => {
  width = 500;
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => width);
});
afterEach(() => vi.restoreAllMocks());

const shown = () =>
  screen
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
    .slice(1, -1);
const rowIdOf = (row: Row) => row.id;
const nameOf = (row: Row) => row.name;
const table = (extra: Partial<Parameters<typeof DataTable<Row>>[0]> = {}) => (
  <DataTable label="Sources" columns={COLUMNS} rows={ROWS} rowId={rowIdOf} rowLabel={nameOf} {...extra} />
);

it('columns that fit are shown; chosen ones without room say so', async () => {
  render(table({ hiddenColumns: [], onHiddenColumnsChange: () => {} }));
  expect(shown()).toEqual(['Name', 'Type']);
  fireEvent.click(screen.getByRole('button', { name: 'Columns and density' }));
  expect(await screen.findByRole('menuitemcheckbox', { name: /Used by.*No room for it here/ })).toBeChecked();
});

it('keeps what has no room in files and in what is copied', () => {
  width = 300;
  const ref = createRef<TableHandle>();
  render(table({ ref }));
  expect(shown()).toEqual(['Name']);
  expect(ref.current?.csv().text).toBe('Name,Type,Used by\r\nDoor,TCP,Edge\r\n');
  expect(ref.current?.rowsText().text).toBe('Door\tTCP\tEdge');
});

it('a cut cell tells its whole text under the pointer', () => {
  render(table());
  const cell = screen.getByText('Door');
  fireEvent.mouseOver(cell);
  expect(cell).not.toHaveAttribute('title');
  vi.spyOn(cell, 'scrollWidth', 'get').mockReturnValue(width + 1);
  fireEvent.mouseOver(cell);
  expect(cell).toHaveAttribute('title', 'Door');
});
