import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { describe, expect, it, vi } from 'vitest';
import { DataTable } from './data-table.tsx';
import type { Column, TableHandle } from './types.ts';

type Row = { id: string; name: string; errors: number | undefined };

const COLUMNS: Column<Row>[] = [
  {
    id: 'name',
    header: 'Name',
    value: (row) => row.name,
    cell: (row) => row.name,
    sortable: true,
    searchable: true,
  },
  {
    id: 'errors',
    header: 'Errors',
    value: (row) => row.errors,
    cell: (row) => row.errors ?? '—',
    sortable: true,
  },
];
const ROWS: Row[] = [
  { id: 'a', name: 'v10', errors: 2 },
  { id: 'b', name: 'v9', errors: undefined },
  { id: 'c', name: 'v11', errors: 1 },
];
const many = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: `r${at}`, name: `row ${at}`, errors: at }));

type Extra = Partial<Parameters<typeof DataTable<Row>>[0]>;
const table = (rows: Row[], extra: Extra = {}) => (
  <DataTable
    label="Pipelines"
    columns={COLUMNS}
    rows={rows}
    rowId={(row) => row.id}
    rowLabel={(row) => row.name}
    {...extra}
  />
);
const grid = () => screen.getByRole('grid', { name: 'Pipelines' });
const bodyRows = () => screen.getAllByRole('row').slice(1);
const names = () => bodyRows().map((row) => within(row).getAllByRole('gridcell')[1]?.textContent);
const cursorName = () => {
  const row = document.getElementById(grid().getAttribute('aria-activedescendant') ?? '');
  return row && within(row).getAllByRole('gridcell')[1]?.textContent;
};

describe('sorting', () => {
  it('cycles none, ascending, descending, none, with digits as numbers [R2.8-07]', async () => {
    const user = userEvent.setup();
    render(table(ROWS));
    const header = screen.getByRole('columnheader', { name: /Name/ });
    const press = () => user.click(within(header).getByRole('button', { name: 'Name' }));
    expect(header).toHaveAttribute('aria-sort', 'none');
    await press();
    expect(header).toHaveAttribute('aria-sort', 'ascending');
    expect(names()).toEqual(['v9', 'v10', 'v11']);
    await press();
    expect(names()).toEqual(['v11', 'v10', 'v9']);
    await press();
    expect(header).toHaveAttribute('aria-sort', 'none');
    expect(names()).toEqual(['v10', 'v9', 'v11']);
  });

  it('puts rows without a value last in both directions [R2.8-12]', async () => {
    const user = userEvent.setup();
    render(table(ROWS));
    const press = () => user.click(screen.getByRole('button', { name: 'Errors' }));
    await press();
    expect(names()).toEqual(['v11', 'v10', 'v9']);
    await press();
    expect(names()).toEqual(['v10', 'v11', 'v9']);
  });
});

describe('keyboard', () => {
  it('moves a cursor that is the active descendant, and opens with Enter', async () => {
    const user = userEvent.setup();
    const onOpen = vi.fn();
    render(table(ROWS, { onOpen }));
    await user.tab();
    expect(grid()).toHaveFocus();
    expect(cursorName()).toBe('v10');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(cursorName()).toBe('v11');
    await user.keyboard('{Home}{Enter}');
    expect(onOpen).toHaveBeenCalledWith(ROWS[0]);
  });

  it('reaches both ends of 10,000 rows while drawing only a few [R2.8-10]', async () => {
    const user = userEvent.setup();
    render(table(many(10_000)));
    await user.tab();
    await user.keyboard('{Control>}{End}{/Control}');
    expect(cursorName()).toBe('row 9999');
    expect(grid()).toHaveAttribute('aria-rowcount', '10001');
    expect(document.getElementById(grid().getAttribute('aria-activedescendant') ?? '')).toHaveAttribute(
      'aria-rowindex',
      '10001',
    );
    expect(bodyRows().length).toBeLessThan(60);
    await user.keyboard('{Home}{PageDown}');
    expect(Number(cursorName()?.slice(4))).toBeGreaterThan(5);
  });

  it('a key acts on the rows that were searched for, also before they are drawn', () => {
    const onOpen = vi.fn();
    let search: (text: string) => void = () => {};
    function Searched() {
      const [text, setText] = useState('');
      search = setText;
      return table(
        ROWS.filter(({ name }) => name.includes(text)),
        { onOpen },
      );
    }
    render(<Searched />);
    act(() => grid().focus());
    // Outside of act React keeps what is deferred until there is time.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    flushSync(() => search('v11'));
    expect(names()).toEqual(['v10', 'v9', 'v11']);
    grid().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    expect(onOpen.mock.calls).toEqual([[ROWS[2]]]);
    expect(names()).toEqual(['v11']);
    vi.unstubAllGlobals();
  });

  it('leaves keys it does not use to others', async () => {
    const user = userEvent.setup();
    const seen: string[] = [];
    const onKey = (event: KeyboardEvent) => !event.defaultPrevented && seen.push(event.key);
    document.addEventListener('keydown', onKey);
    render(table(ROWS));
    await user.tab();
    seen.length = 0;
    await user.keyboard('xej/{ArrowDown}');
    document.removeEventListener('keydown', onKey);
    expect(seen).toEqual(['x', 'e', 'j', '/']);
  });

  it('a cursor that nobody moved is on the first row when the order is known', () => {
    const { rerender } = render(table(ROWS, { isOrderPending: true }));
    expect(cursorName()).toBe('v10');
    rerender(table([...ROWS].reverse()));
    expect(cursorName()).toBe('v11');
    rerender(table(ROWS));
    expect(cursorName()).toBe('v11');
  });

  it('a cursor moved before the order is known stays on its row', async () => {
    const user = userEvent.setup();
    const { rerender } = render(table(ROWS, { isOrderPending: true }));
    await user.tab();
    await user.keyboard('{ArrowDown}');
    expect(cursorName()).toBe('v9');
    rerender(table([...ROWS].reverse()));
    expect(cursorName()).toBe('v9');
  });

  it('a refresh keeps focus and cursor; a removed row passes them on', async () => {
    const user = userEvent.setup();
    const onCursorChange = vi.fn();
    const { rerender } = render(table(ROWS, { onCursorChange }));
    await user.tab();
    await user.keyboard('{ArrowDown}');
    rerender(
      table([{ id: 'new', name: 'v12', errors: 0 }, ...ROWS.map((row) => ({ ...row }))], { onCursorChange }),
    );
    expect(grid()).toHaveFocus();
    expect(cursorName()).toBe('v9');
    rerender(table([ROWS[0]!, ROWS[2]!], { onCursorChange }));
    expect(cursorName()).toBe('v11');
    expect(onCursorChange).toHaveBeenLastCalledWith('c');
  });

  it('lets commands move, select and open through its handle', async () => {
    const handle = createRef<TableHandle>();
    const onOpen = vi.fn();
    const user = userEvent.setup();
    function Owner() {
      const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
      return table(ROWS, { ref: handle, onOpen, selectedIds: selected, onSelectionChange: setSelected });
    }
    render(<Owner />);
    await user.tab();
    await user.keyboard(' ');
    expect(bodyRows()[0]).toHaveAttribute('aria-selected', 'true');
    handle.current?.open();
    expect(onOpen).toHaveBeenCalledWith(ROWS[0]);
    await user.click(screen.getByRole('checkbox', { name: /^Select all/ }));
    expect(bodyRows().every((row) => row.getAttribute('aria-selected') === 'true')).toBe(true);
  });
});

describe('a row below the fold', () => {
  const HEIGHT = 40;
  const put = (top: number) =>
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      if (this.getAttribute('role') === 'grid') return new DOMRect(0, 0, 400, 4 * innerHeight);
      return this.hasAttribute('data-cursor') ? new DOMRect(0, top, 400, HEIGHT) : new DOMRect();
    });

  it('opens by Enter right after the key that goes to it', () => {
    const handle = createRef<TableHandle>();
    const onOpen = vi.fn();
    render(table(ROWS.slice(0, 1), { ref: handle, onOpen }));
    put(innerHeight + HEIGHT);
    act(() => handle.current?.move(1));
    fireEvent.keyDown(grid(), { key: 'Enter' });
    expect(onOpen).toHaveBeenCalledWith(ROWS[0]);
  });

  it('is not in view, however far below', () => {
    const onShownCursorChange = vi.fn();
    const handle = createRef<TableHandle>();
    render(table(ROWS.slice(0, 1), { ref: handle, onShownCursorChange }));
    expect(onShownCursorChange).toHaveBeenLastCalledWith('a');
    put(2 * innerHeight);
    act(() => handle.current?.move(1));
    expect(onShownCursorChange).toHaveBeenLastCalledWith(undefined);
  });
});

describe('other states', () => {
  it('shows ten skeleton rows on first load [R9-11]', () => {
    const { container } = render(table([], { loading: true }));
    expect(container.querySelectorAll('[data-skeleton-row]')).toHaveLength(10);
    expect(screen.getByRole('status')).toHaveTextContent('Loading Pipelines');
  });

  it('shows the empty and the error slot', () => {
    const { rerender } = render(table([], { empty: 'Nothing yet' }));
    expect(screen.getByText('Nothing yet')).toBeVisible();
    rerender(table(ROWS, { error: 'Could not load' }));
    expect(screen.getByText('Could not load')).toBeVisible();
    expect(screen.queryByText('v9')).toBeNull();
  });

  it('searches a column, and Escape clears it without reaching the screen [R2.8-08]', async () => {
    const user = userEvent.setup();
    render(table(ROWS));
    await user.click(screen.getByRole('button', { name: 'Search Name' }));
    await user.keyboard('11');
    expect(names()).toEqual(['v11']);
    await user.keyboard('{Escape}');
    expect(names()).toHaveLength(3);
  });

  it('shows at most the row limit [R2.8-09]', () => {
    render(table(ROWS, { rowLimit: 2 }));
    expect(names()).toHaveLength(2);
  });
});
