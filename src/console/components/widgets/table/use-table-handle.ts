import { type RefObject, useImperativeHandle } from 'react';
import { toCsvRecord } from '../../../../contract/csv.ts';
import type { Column, DataTableProps, TableHandle } from './types.ts';
import type { GridCursor } from './use-grid-cursor.ts';
import type { Selection } from './use-selection.ts';

/** For clipboard and files; empty without a value. */
export const getCellText = <Row>(column: Column<Row>, row: Row): string =>
  column.text?.(row) ?? String(column.value?.(row) ?? '');

const toOneLine = (text: string) => text.replace(/[\t\r\n]+/g, ' ');

export const toTsv = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => columns.map((column) => toOneLine(getCellText(column, row))).join('\t')).join('\n');

/** RFC 4180, with headings. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const records = [
    columns.map((column) => column.header),
    ...rows.map((row) => columns.map((column) => getCellText(column, row))),
  ];
  return records.map(toCsvRecord).join('');
}

const NEAREST = { block: 'nearest' } as const;

type HandleParts<Row> = {
  ref: DataTableProps<Row>['ref'];
  grid: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  ids: readonly string[];
  columns: readonly Column<Row>[];
  /** In table order; folded columns come last in `columns`. */
  chosen: readonly Column<Row>[];
  cursor: GridCursor;
  selection: Selection;
  isCursorSeen: boolean;
  /** Checks at once whether the cursor row is visible. */
  lookAtCursor: () => void;
  goTo: (index: number) => void;
  open: (index: number) => void;
  expand: (index: number) => void;
  menu: () => void;
  sortBy: (column: string) => void;
  resetSort: () => void;
};

export function useTableHandle<Row>(parts: HandleParts<Row>): void {
  const { grid, rows, ids, columns, chosen, cursor, selection } = parts;
  const selectedRows = () => rows.filter((_, index) => selection.ids.has(ids[index] ?? ''));
  const current = rows[cursor.index];
  const orElse = (picked: readonly Row[], other: readonly Row[]) => (picked.length > 0 ? picked : other);
  useImperativeHandle(
    parts.ref,
    (): TableHandle => ({
      focus: () => grid.current?.focus(),
      // So that the row is announced and Enter works.
      move: (delta) => {
        grid.current?.focus({ preventScroll: true });
        parts.goTo(parts.isCursorSeen ? cursor.index + delta : cursor.index);
        // The page may have to scroll too.
        requestAnimationFrame(() => {
          grid.current?.querySelector('[data-cursor]')?.scrollIntoView?.(NEAREST);
          parts.lookAtCursor();
        });
      },
      open: () => parts.open(cursor.index),
      toggleSelected: () => selection.isOn && selection.toggle(cursor.index),
      selectAll: () => selection.isOn && selection.all(),
      clearSelection: selection.clear,
      toggleExpanded: () => parts.expand(cursor.index),
      sortBy: parts.sortBy,
      sortableColumns: () => columns.filter(({ sortable }) => sortable),
      resetSort: parts.resetSort,
      openOptions: () => grid.current?.querySelector<HTMLElement>('[data-table-options] button')?.click(),
      openMenu: parts.menu,
      cellText: () => {
        const column = columns[cursor.column ?? 0];
        return column && current && getCellText(column, current);
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
