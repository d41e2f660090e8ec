import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DataTable } from './data-table.tsx';
import type { Column } from './types.ts';

type Row = { name: string };
const COLUMNS: readonly Column<Row>[] = [{ id: 'name', header: 'Name', cell: (row) => row.name }];
const ROWS = [{ name: 'first' }, { name: 'second' }];
const nameOf = (row: Row) => row.name;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 2000, 10, 10));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a table far down takes the focus, and draws its rows then', () => {
  render(<DataTable label="Far" columns={COLUMNS} rows={ROWS} rowId={nameOf} rowLabel={nameOf} isLate />);
  const grid = screen.getByRole('grid', { name: 'Far' });
  expect(screen.queryByText('first')).toBeNull();
  expect(grid.getAttribute('aria-rowcount')).toBe('3');
  act(() => grid.focus());
  expect(screen.getByText('first')).toBeTruthy();
  expect(grid.getAttribute('aria-activedescendant')).not.toBeNull();
});
