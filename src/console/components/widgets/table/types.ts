import type { ReactElement, ReactNode, Ref } from 'react';
import type { Sort } from '../../../../contract/sort.ts';
import type { TriggerProps } from '../actions/open-on-demand.tsx';

export type { Sort };

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Rows without a value sort last. */
  value?: (row: Row) => string | number | null | undefined;
  /** Copied and exported instead of the value. */
  text?: (row: Row) => string;
  /** A CSS grid track such as `minmax(160px, 2fr)` or `90px`. */
  width?: string;
  /**
   * Minimum table width in px of normal text for the column; default: always shown. In narrower tables it is
   * folded into the row.
   */
  shownFrom?: number;
  /** Understandable without its heading, which is then only announced. */
  saysItself?: true;
  /** Hidden instead of folded when it does not fit: the row's details have it. */
  isMinor?: boolean;
  /** `end` is for numbers. */
  align?: 'start' | 'end';
  sortable?: boolean;
  searchable?: boolean;
};

/** Rows of 40 px or 32 px. */
export type Density = 'comfortable' | 'compact';

/** For clipboard or file; `count` is the number of rows. */
export type RowsText = { text: string; count: number };

/** In window pixels. */
export type MenuAnchor = { x: number; y: number; width?: number; height?: number };

export type RowMenuProps = {
  anchor: MenuAnchor;
  onClose: () => void;
  /** Gets the focus when the menu closes. */
  returnFocus: HTMLElement | null;
};

/** Shell commands own the single-letter keys. */
export type TableHandle = {
  focus: () => void;
  /** Moves the cursor by `delta` rows, within bounds; scrolls to a cursor out of view first. */
  move: (delta: number) => void;
  open: () => void;
  toggleSelected: () => void;
  selectAll: () => void;
  clearSelection: () => void;
  toggleExpanded: () => void;
  sortBy: (column: string) => void;
  sortableColumns: () => readonly { id: string; header: string }[];
  resetSort: () => void;
  openOptions: () => void;
  openMenu: () => void;
  /** The current cell, or the first column while on a row. */
  cellText: () => string | undefined;
  /**
   * TSV of the selected shown rows, or else the cursor row, in all chosen columns.
   */
  rowsText: () => RowsText;
  /**
   * CSV with headings in all chosen columns: selected shown rows, else `others` (rows of this table), else
   * all shown rows.
   */
  csv: (others?: readonly unknown[]) => RowsText;
};

export type DataTableProps<Row> = {
  label: string;
  /** Must be stable. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Must be stable, like all row functions. */
  rowId: (row: Row) => string;
  /** For checkbox and buttons. */
  rowLabel: (row: Row) => string;
  ref?: Ref<TableHandle>;
  loading?: boolean;
  error?: ReactNode;
  empty?: ReactNode;
  sort?: Sort | undefined;
  /** Makes sorting controlled. */
  onSortChange?: (sort: Sort | undefined) => void;
  cursorId?: string | undefined;
  /**
   * Also called when the table moves the cursor: initially to the first row, or to a neighbor of a removed
   * one.
   */
  onCursorChange?: (id: string) => void;
  /** The order may still change: an untouched cursor stays on the first row. */
  isOrderPending?: boolean;
  /** The cursor row while its mark is visible and no other table has the focus. Must be stable. */
  onShownCursorChange?: (id: string | undefined) => void;
  selectedIds?: ReadonlySet<string>;
  onSelectionChange?: (ids: ReadonlySet<string>) => void;
  onOpen?: (row: Row) => void;
  /** Enables expansion; content of any height. */
  renderExpanded?: (row: Row) => ReactNode;
  /** Makes expansion controlled. Must be stable. */
  expandedIds?: ReadonlySet<string>;
  onExpandedChange?: (id: string, isOpen: boolean) => void;
  /** Rendered while open, with the cursor on its row. */
  rowMenu?: (row: Row, menu: RowMenuProps) => ReactNode;
  /** Shows the cursor row only while focused, for tables beside the main one. */
  quietCursor?: boolean;
  /** Draws its rows once it is near what is seen: for tables far down, whose room is kept. */
  isLate?: boolean;
  rowState?: (row: Row) => { pending?: boolean; dim?: boolean };
  rowLimit?: number;
  /** Hidden column ids. One column always stays. */
  hiddenColumns?: readonly string[];
  /** Enables the choice of columns. */
  onHiddenColumnsChange?: (ids: readonly string[]) => void;
  density?: Density;
  /** Further text lines per row. */
  extraLines?: number;
  /** Enables the choice of row height. */
  onDensityChange?: (density: Density) => void;
};

export type TableOptionsProps = {
  columns: readonly { id: string; header: string; isMinor?: boolean }[];
  hidden: readonly string[];
  shown: readonly { id: string }[];
  /** Without it columns cannot be chosen. */
  onHiddenChange: ((ids: readonly string[]) => void) | undefined;
  density: Density;
  onDensityChange: ((density: Density) => void) | undefined;
};

export type OptionsMenuProps = TableOptionsProps & { trigger: ReactElement<TriggerProps> };
