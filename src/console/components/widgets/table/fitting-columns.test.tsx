import { fireEvent, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { Missing } from '../text/missing.tsx';
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
const getRowId = (row: Row) => row.id;
const nameOf = (row: Row) => row.name;
const table = (extra: Partial<Parameters<typeof DataTable<Row>>[0]> = {}) => (
  <DataTable label="Sources" columns={COLUMNS} rows={ROWS} rowId={getRowId} rowLabel={nameOf} {...extra} />
);

const cells = () =>
  screen
    .getAllByRole('gridcell')
    .map(({ textContent }) => textContent)
    .slice(1, -1);

it('a column without room is folded into the row, and says so [R2.3-01 … R2.3-03]', async () => {
  render(table({ hiddenColumns: [], onHiddenColumnsChange: () => {} }));
  expect(shown()).toEqual(['Name', 'Type']);
  expect(cells()).toEqual(['Door', 'TCP', 'Used by Edge']);
  fireEvent.click(screen.getByRole('button', { name: 'Columns and density' }));
  expect(
    await screen.findByRole('menuitemcheckbox', { name: /Used by.*In a second line, for lack of room/ }),
  ).toBeChecked();
});

it('a minor column without room is left out, and said so', async () => {
  const columns = COLUMNS.map((column) => (column.id === 'used' ? { ...column, isMinor: true } : column));
  render(table({ columns, hiddenColumns: [], onHiddenColumnsChange: () => {} }));
  expect(cells()).toEqual(['Door', 'TCP']);
  fireEvent.click(screen.getByRole('button', { name: 'Columns and density' }));
  expect(
    await screen.findByRole('menuitemcheckbox', { name: /Used by.*Left out, for lack of room/ }),
  ).toBeChecked();
});

it('a hidden column is in no line, and its room goes to the others [R2.3-01]', () => {
  width = 700;
  const { rerender } = render(table());
  expect(cells()).toEqual(['Door', 'TCP', 'Used by Edge']);
  rerender(table({ hiddenColumns: ['used'] }));
  expect(cells()).toEqual(['Door', 'TCP']);
  rerender(table({ hiddenColumns: ['type'] }));
  expect(shown()).toEqual(['Name', 'Used by']);
});

it('keys reach folded cells; Enter presses the link in one [R2.3-12]', () => {
  width = 300;
  const press = vi.fn();
  const linked = COLUMNS.map((column) =>
    column.id === 'used'
      ? {
          ...column,
          cell: (row: Row) => (
            <button type="button" tabIndex={-1} onClick={press}>
              {row.used}
            </button>
          ),
        }
      : column,
  );
  render(table({ columns: linked }));
  const grid = screen.getByRole('grid');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) fireEvent.keyDown(grid, { key });
  expect(press).toHaveBeenCalledOnce();
  expect(grid).toHaveAttribute('aria-activedescendant', screen.getByText('Used by').parentElement?.id);
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

it('lines of folded columns are equally long, so that each has most room', () => {
  width = 600;
  const more = ['one', 'two', 'three', 'four', 'five'].map(
    (id): Column<Row> => ({ id, header: id, shownFrom: 2000, value: () => id, cell: () => id }),
  );
  render(table({ columns: [COLUMNS[0]!, ...more] }));
  const { style } = screen.getByRole('grid');
  expect(style.getPropertyValue('--fold-cols')).toBe('3');
});

it('a column grows for figures that come after the words for none', () => {
  width = 1000;
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const hidden = [...this.querySelectorAll(`.${visuallyHidden}`)].map(({ textContent }) => textContent);
    return new DOMRect(0, 0, 10 * ((this.textContent?.length ?? 0) - hidden.join('').length), 20);
  });
  const figures = (text: string | undefined): readonly Column<Row>[] => [
    COLUMNS[0]!,
    {
      ...{ id: 'in', header: 'In', width: 'minmax(40px, 60px)', align: 'end' },
      ...{ value: () => text ?? null, cell: () => <span>{text ?? <Missing />}</span> },
    },
  ];
  const { rerender } = render(table({ columns: figures(undefined) }));
  const getTracks = () => screen.getByRole('grid').style.getPropertyValue('--cols');
  const before = getTracks();
  rerender(table({ columns: figures('457.92KB') }));
  expect(before).not.toContain('82px');
  expect(getTracks()).toContain('82px');
});

it('texts that differ in digits alone are measured once, and of others the longest', () => {
  const copied: string[] = [];
  const copy = Node.prototype.cloneNode;
  vi.spyOn(Node.prototype, 'cloneNode').mockImplementation(function (this: Node, deep) {
    if (this instanceof HTMLElement && this.getAttribute('role') === 'gridcell')
      copied.push(this.textContent ?? '');
    return copy.call(this, deep);
  });
  const rows = Array.from({ length: 30 }, (_, at) => ({
    id: `${at}`,
    name: `Door ${at + 10}`,
    type: 'TCP'.padEnd(40 - at, 'x'),
    used: 'Edge',
  }));
  render(table({ rows }));
  expect(copied.filter((text) => text.startsWith('Door'))).toHaveLength(1);
  const types = copied.filter((text) => text.startsWith('TCP'));
  expect(types).toContain(rows[0]?.type);
  expect(types.length).toBeLessThanOrEqual(12);
});
