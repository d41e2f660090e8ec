import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Missing } from '../text/missing.tsx';
import { DataTable } from './data-table.tsx';
import type { Column, DataTableProps } from './types.ts';

type Row = { id: string; name: string; events: number | undefined; isRich: boolean };

const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => (row.isRich ? <em>{row.name}</em> : row.name) },
  { id: 'events', header: 'Events', cell: (row) => row.events ?? <Missing /> },
];
const ROW_PX = 40;
const rowsOf = (count: number, isRich: (at: number) => boolean = () => false): readonly Row[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `r${at}`,
    name: `row ${at}`,
    events: at % 5 === 3 ? undefined : at * 7,
    isRich: isRich(at),
  }));
const getRowId = (row: Row) => row.id;
const nameOf = (row: Row) => row.name;
const NONE: ReadonlySet<string> = new Set();

function Owner({ rows, ...more }: Partial<DataTableProps<Row>> & { rows: readonly Row[] }) {
  const [selected, setSelected] = useState(more.selectedIds ?? NONE);
  return (
    <DataTable
      label="Rows"
      columns={COLUMNS}
      rows={rows}
      rowId={getRowId}
      rowLabel={nameOf}
      onSelectionChange={setSelected}
      {...more}
      selectedIds={selected}
    />
  );
}

const grid = () => screen.getByLabelText('Rows');
const bodyRows = () => [...grid().querySelectorAll<HTMLElement>('[role="rowgroup"] [role="row"]')];
const scrollTo = (row: number) => {
  grid().scrollTop = row * ROW_PX;
  fireEvent.scroll(grid());
};
/** Without scrolling the table counts as still. */
const rest = () => act(() => vi.advanceTimersByTime(1000));
const rowAt = (at: number) => bodyRows().find((row) => row.getAttribute('aria-rowindex') === String(at + 2));

function expectTrue(rows: readonly Row[], first: number) {
  const shown = bodyRows();
  for (const row of shown) {
    const at = Number(row.getAttribute('aria-rowindex')) - 2;
    const [, name, events] = row.querySelectorAll('[role="gridcell"]');
    expect(name).toHaveTextContent(`row ${at}`);
    expect(name?.querySelector('em') !== null).toBe(rows[at]?.isRich);
    if (rows[at]?.events === undefined) expect(events).toHaveAttribute('aria-label', 'no value');
    else {
      expect(events).not.toHaveAttribute('aria-label');
      expect(events).toHaveTextContent(String(rows[at].events));
    }
    expect(row.style.transform).toBe(`translateY(${at * ROW_PX}px)`);
  }
  for (let at = first; at < Math.min(rows.length, first + 20); at++) expect(rowAt(at)).toBeDefined();
  expect(new Set(shown.map((row) => row.getAttribute('aria-rowindex'))).size).toBe(shown.length);
}

afterEach(() => void vi.useRealTimers());

describe('rows that pass by while scrolling', () => {
  const scrolled = (rows: readonly Row[], more: Partial<DataTableProps<Row>> = {}) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const view = render(<Owner rows={rows} {...more} />);
    for (const first of [30, 60, 63, 66]) scrollTo(first);
    return view;
  };
  const far = 240;

  it('are written into the elements of those that left, 40 px each [R2.8-10, R2.8-11]', () => {
    scrolled(rowsOf(1000));
    const before = bodyRows();
    for (let first = 69; first <= far; first += 3) scrollTo(first);
    expect(new Set(bodyRows())).toEqual(new Set(before));
    expectTrue(rowsOf(1000), far);
  });

  it('rows pressed now and rows at rest are complete, in order', () => {
    const rows = rowsOf(1000);
    const onCursorChange = vi.fn();
    scrolled(rows, { onCursorChange });
    for (let first = 69; first <= far; first += 3) scrollTo(first);
    const pressed = rowAt(far + 5)!;
    fireEvent.pointerDown(pressed);
    fireEvent.click(pressed);
    expect(onCursorChange).toHaveBeenLastCalledWith(`r${far + 5}`);
    expect(document.getElementById(grid().getAttribute('aria-activedescendant')!)).toBe(rowAt(far + 5));
    rest();
    expectTrue(rows, far);
    const places = bodyRows().map((row) => Number(row.getAttribute('aria-rowindex')));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(rowAt(far + 1)).toContainElement(screen.getByRole('checkbox', { name: `Select row ${far + 1}` }));
  });

  it('take what changed under them', () => {
    const view = scrolled(rowsOf(1000));
    for (let first = 69; first <= far; first += 3) scrollTo(first);
    const changed = rowsOf(1000).map((row) => ({ ...row, events: (row.events ?? 0) + 1 }));
    view.rerender(<Owner rows={changed} />);
    expectTrue(changed, far);
  });

  it('rows that pass say what they are, selected or not', () => {
    const rows = rowsOf(1000, (at) => at % 97 < 4);
    scrolled(rows, {
      selectedIds: new Set(['r100', 'r101', 'r333']),
      rowState: ({ id }) => ({ dim: id === 'r150' }),
    });
    let [first, seed] = [66, 7];
    for (let step = 0; step < 60; step++) {
      seed = (seed * 48271) % 2147483647;
      first = Math.max(
        0,
        Math.min(960, first + (seed % 9) * (seed % 5 === 0 ? 12 : 1) - (step % 40 > 25 ? 9 : 2)),
      );
      scrollTo(first);
      if (seed % 31 === 0) rest();
      expectTrue(rows, first);
      for (const row of bodyRows()) {
        const id = `r${Number(row.getAttribute('aria-rowindex')) - 2}`;
        expect(row.getAttribute('aria-selected')).toBe(String(['r100', 'r101', 'r333'].includes(id)));
        expect(row.hasAttribute('data-dim')).toBe(id === 'r150');
      }
    }
  });
});
