import { type RefObject, useImperativeHandle } from 'react';
import { cellText, toCsv, toTsv } from './table-text.ts';
import type { Column, DataTableProps, TableHandle } from './types.ts';
import type { GridCursor } from './use-grid-cursor.ts';
import type { Selection } from './use-selection.ts';

type HandleParts<Row> = {
  ref: DataTableProps<Row>['ref'];
  grid: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  ids: readonly string[];
  columns: readonly Column<Row>[];
  /** With those that there is no room for. */
  chosen: readonly Column<Row>[];
  cursor: GridCursor;
  selection: Selection;
  goTo: (index: number) => void;
  open: (index: number) => void;
  expand: (index: number) => void;
  menu: () => void;
  sortBy: (column: string) => void;
  resetSort: () => void;
};

/** What commands of the shell call. */
export function useTableHandle<Row>(parts: HandleParts<Row>): void {
  const { grid, rows, ids, columns, chosen, cursor, selection } = parts;
  const selectedRows = () => rows.filter((_, index) => selection.ids.has(ids[index] ?? ''));
  const current = rows[cursor.index];
  const orElse = (picked: readonly Row[], other: readonly Row[]) => (picked.length > 0 ? picked : other);
  useImperativeHandle(
    parts.ref,
    (): TableHandle => ({
      focus: () => grid.current?.focus(),
      // The focus follows, so that the row is announced and Enter opens it.
      move: (delta) => {
        grid.current?.focus({ preventScroll: true });
        parts.goTo(cursor.index + delta);
      },
      open: () => parts.open(cursor.index),
      toggleSelected: () => selection.isOn && selection.toggle(cursor.index),
      selectAll: () => selection.isOn && selection.all(),
      clearSelection: selection.clear,
      toggleExpanded: () => parts.expand(cursor.index),
      sortBy: parts.sortBy,
      resetSort: parts.resetSort,
      openOptions: () => grid.current?.querySelector<HTMLElement>('[data-table-options] button')?.click(),
      openMenu: parts.menu,
      cellText: () => {
        const column = columns[cursor.column ?? 0];
        return column && current && cellText(column, current);
      },
      rowsText: () => {
        const copied = orElse(selectedRows(), current ? [current] : []);
        return { text: toTsv(chosen, copied), count: copied.length };
      },
      csv: (others) => {
        const exported = orElse(selectedRows(), (others as readonly Row[] | undefined) ?? rows);
        return { text: toCsv(chosen, exported), count: exported.length };
      },
    }),
  );
}
