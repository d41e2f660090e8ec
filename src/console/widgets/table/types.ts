import type { ReactNode, Ref } from 'react';

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** What the column sorts and searches by; nothing for rows without a value, which sort last (R2.8-12). */
  value?: (row: Row) => string | number | null | undefined;
  /** A CSS grid track, for instance `minmax(160px, 2fr)` or `90px`. */
  width?: string;
  /** Numbers stand at the end, in mono. */
  align?: 'start' | 'end';
  sortable?: boolean;
  /** A text search in the header (R2.8-08). */
  searchable?: boolean;
};

export type Sort = { column: string; direction: 'ascending' | 'descending' };

/** What commands of the shell do with the table; single-letter keys belong to them, not to the table. */
export type TableHandle = {
  focus: () => void;
  /** Moves the cursor by that many rows, stopping at the ends. */
  move: (delta: number) => void;
  moveToEnd: (end: 'first' | 'last') => void;
  open: () => void;
  toggleSelected: () => void;
  cursorId: () => string | undefined;
  /** Ids in the order on screen. */
  visibleIds: () => string[];
};

export type DataTableProps<Row> = {
  /** Name of the table for screen readers. */
  label: string;
  /** Keep it stable (module scope or useMemo). */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** What a row is called, for its checkbox. */
  rowLabel: (row: Row) => string;
  ref?: Ref<TableHandle>;
  loading?: boolean;
  /** Shown instead of rows. */
  error?: ReactNode;
  /** Shown when there are no rows. */
  empty?: ReactNode;
  sort?: Sort | undefined;
  /** Makes sorting the owner's; left out, the table keeps it. */
  onSortChange?: (sort: Sort | undefined) => void;
  cursorId?: string | undefined;
  /** Also called when the table itself chose: the first row at first, a neighbour when a row goes away. */
  onCursorChange?: (id: string) => void;
  selectedIds?: ReadonlySet<string>;
  /** Turns selection on. */
  onSelectionChange?: (ids: ReadonlySet<string>) => void;
  onOpen?: (row: Row) => void;
  /** Drawn at the end of the cursor row and of the row under the pointer. */
  rowAction?: (row: Row) => ReactNode;
  rowState?: (row: Row) => { pending?: boolean; dim?: boolean };
  /** At most that many rows (R2.8-09). */
  rowLimit?: number;
};
