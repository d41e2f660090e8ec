import type { ReactNode, Ref } from 'react';
import type { Sort } from '../../../contract/sort.ts';

export type { Sort };

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** What the column sorts and searches by; nothing for rows without a value, which sort last (R2.8-12). */
  value?: (row: Row) => string | number | null | undefined;
  /** What is copied and exported, where that is not the value: all names of a list, for instance. */
  text?: (row: Row) => string;
  /** A CSS grid track, for instance `minmax(160px, 2fr)` or `90px`. */
  width?: string;
  /**
   * Pixels of text of the normal size that the table needs across for this column; left out, it is always there.
   * What the panel or page of a row tells as well gives way first, and before a cell would be cut.
   */
  shownFrom?: number;
  /** Numbers stand at the end, in mono. */
  align?: 'start' | 'end';
  sortable?: boolean;
  /** A text search in the header (R2.8-08). */
  searchable?: boolean;
};

/** Rows of 40 px (R2.8-11), or of 32 px. */
export type Density = 'comfortable' | 'compact';

/** A text for the clipboard or a file, and how many rows stand in it. */
export type RowsText = { text: string; count: number };

/** Where a menu opens, in the window's pixels. */
export type MenuAnchor = { x: number; y: number; width?: number; height?: number };

/** What the menu of a row is given: where it opens, and whom it tells that it closed. */
export type RowMenuProps = {
  anchor: MenuAnchor;
  onClose: () => void;
  /** Takes the focus when the menu closes. */
  returnFocus: HTMLElement | null;
};

/** What commands of the shell do with the table; single-letter keys belong to them, not to the table. */
export type TableHandle = {
  focus: () => void;
  /** Moves the cursor by that many rows, stopping at the ends. */
  move: (delta: number) => void;
  open: () => void;
  toggleSelected: () => void;
  /** All rows shown. */
  selectAll: () => void;
  clearSelection: () => void;
  /** Opens or closes what stands under the cursor row. */
  toggleExpanded: () => void;
  /** As a press on the heading of that column does. */
  sortBy: (column: string) => void;
  resetSort: () => void;
  /** Opens the choice of columns and density. */
  openOptions: () => void;
  /** Opens the menu of the cursor row. */
  openMenu: () => void;
  /** Text of the cell under the cursor; of the first column while the cursor is on the row. */
  cellText: () => string | undefined;
  /** Selected rows that are shown, else the cursor row, in the chosen columns, as TSV; also those without room. */
  rowsText: () => RowsText;
  /**
   * Selected rows that are shown, else the given ones of the table's kind, else all rows shown, in the chosen
   * columns, as CSV with a heading; also those without room.
   */
  csv: (others?: readonly unknown[]) => RowsText;
};

export type DataTableProps<Row> = {
  /** Name of the table for screen readers. */
  label: string;
  /** Keep it stable (module scope or useMemo). */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Keep it stable, like the other functions of a row: rows draw again only when something changed. */
  rowId: (row: Row) => string;
  /** What a row is called, for its checkbox and its buttons. */
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
  /** Turns expansion on: what stands under an opened row, as tall as it needs. */
  renderExpanded?: (row: Row) => ReactNode;
  /** Makes which rows are opened the owner's; left out, the table keeps it. Keep the set stable. */
  expandedIds?: ReadonlySet<string>;
  onExpandedChange?: (id: string, isOpen: boolean) => void;
  /** Turns row menus on; drawn while one is open. The cursor is on its row by then. */
  rowMenu?: (row: Row, menu: RowMenuProps) => ReactNode;
  /** Draws the cursor row only while the table has the focus: for tables beside the one that the keys work on. */
  quietCursor?: boolean;
  rowState?: (row: Row) => { pending?: boolean; dim?: boolean };
  /** At most that many rows (R2.8-09). */
  rowLimit?: number;
  /** Ids of columns that are not shown. One column always stays. */
  hiddenColumns?: readonly string[];
  /** Turns the choice of columns on. */
  onHiddenColumnsChange?: (ids: readonly string[]) => void;
  density?: Density;
  /** Turns the choice of density on. */
  onDensityChange?: (density: Density) => void;
};
