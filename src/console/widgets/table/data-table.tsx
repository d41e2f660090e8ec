import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useId, useImperativeHandle, useRef, useState } from 'react';
import { link } from '../../../../styles/text.css.ts';
import { TABLE_ROW_HEIGHT_PX } from '../../../contract/limits.ts';
import { Checkbox } from '../forms/checkbox.tsx';
import { GridCell } from './grid-cell.tsx';
import { HeaderCell } from './header-cell.tsx';
import * as css from './table.css.ts';
import { type ColumnSearches, nextSort, useTableModel } from './table-model.ts';
import { type RowEvents, TableRow } from './table-row.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import type { DataTableProps, Sort } from './types.ts';
import { useLatest } from './use-latest.ts';
import { useRowCursor } from './use-row-cursor.ts';

const HEADER_HEIGHT_PX = 34;
const NO_SELECTION: ReadonlySet<string> = new Set();
const cssId = (prefix: string, id: string) => `${prefix}row-${id.replace(/[^\w-]/g, '_')}`;

/**
 * A list of rows as a keyboard grid: one tab stop, the cursor row is the active descendant, so focus
 * survives refresh, sorting and scrolling. Arrows, Home, End and Page keys move, Enter opens, Space selects.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rowId,
    rowLabel,
    loading = false,
    error,
    empty,
    onOpen,
    rowAction,
    rowState,
  } = props;
  const prefix = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [ownSort, setOwnSort] = useState<Sort | undefined>(props.sort);
  const [searches, setSearches] = useState<ColumnSearches>({});
  const [pointedId, setPointedId] = useState<string>();

  const sort = props.onSortChange ? props.sort : ownSort;
  const setSort = props.onSortChange ?? setOwnSort;
  const model = useTableModel(columns, props.rows, rowId, sort, searches);
  const rows = props.rowLimit === undefined ? model : model.slice(0, props.rowLimit);
  const ids = rows.map(rowId);
  const selected = props.selectedIds ?? NO_SELECTION;
  const isSelectable = props.onSelectionChange !== undefined;

  const toggle = (id: string | undefined) => {
    if (id === undefined) return;
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    props.onSelectionChange?.(next);
  };
  const open = (index: number) => {
    const row = rows[index];
    if (row !== undefined) onOpen?.(row);
  };
  const cursor = useRowCursor({
    ids,
    cursorId: props.cursorId,
    onCursorChange: props.onCursorChange,
    pageSize: () =>
      Math.max(
        1,
        Math.floor(((scroller.current?.clientHeight ?? 0) - HEADER_HEIGHT_PX) / TABLE_ROW_HEIGHT_PX) - 1,
      ),
    onMoved: (index) => virtual.scrollToIndex(index),
    onOpen: open,
    onToggle: (index) => toggle(ids[index]),
  });
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => TABLE_ROW_HEIGHT_PX,
    overscan: 8,
    scrollPaddingEnd: HEADER_HEIGHT_PX,
    getItemKey: (index) => ids[index] ?? index,
    // The cursor row stays in the document, or it could not be the active descendant.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (cursor.index < 0 || shown.includes(cursor.index)) return shown;
      return [...shown, cursor.index].sort((a, b) => a - b);
    },
  });
  useImperativeHandle(props.ref, () => ({
    focus: () => scroller.current?.focus(),
    // The focus follows, so that the row is announced and Enter opens it.
    move: (delta) => {
      scroller.current?.focus({ preventScroll: true });
      cursor.goTo(cursor.index + delta);
    },
    moveToEnd: (end) => {
      scroller.current?.focus({ preventScroll: true });
      cursor.goTo(end === 'first' ? 0 : ids.length - 1);
    },
    open: () => open(cursor.index),
    toggleSelected: () => isSelectable && toggle(cursor.id),
    cursorId: () => cursor.id,
    visibleIds: () => ids,
  }));

  const latest: RowEvents = {
    onPoint: (index) => setPointedId(ids[index]),
    onPress: (index, isOwnPress) => {
      cursor.goTo(index);
      if (isOwnPress) scroller.current?.focus({ preventScroll: true });
    },
    onOpen: open,
    onToggle: (index) => toggle(ids[index]),
  };
  const rowEvents = useLatest(latest);

  const tracks = ['44px', ...columns.map((column) => column.width ?? 'minmax(0, 1fr)'), 'minmax(32px, auto)'];
  const hasRows = rows.length > 0 && error === undefined;
  const isFirstLoad = loading && props.rows.length === 0 && error === undefined;
  const isSearchedAway = !isFirstLoad && error === undefined && rows.length === 0 && props.rows.length > 0;
  const areAllSelected = ids.length > 0 && ids.every((id) => selected.has(id));

  return (
    <div className={css.frame}>
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 2}
        aria-multiselectable={isSelectable || undefined}
        aria-busy={loading || undefined}
        aria-activedescendant={hasRows && cursor.id !== undefined ? cssId(prefix, cursor.id) : undefined}
        data-filled={hasRows ? '' : undefined}
        className={css.grid}
        style={{ '--cols': tracks.join(' ') } as CSSProperties}
        onKeyDown={cursor.onKeyDown}
        onMouseLeave={() => setPointedId(undefined)}
      >
        <div role="row" tabIndex={-1} aria-rowindex={1} className={css.header}>
          <GridCell
            role="columnheader"
            colIndex={1}
            label="Selection"
            className={css.lead}
            shown={selected.size > 0}
          >
            {isSelectable ? (
              <Checkbox
                label="Select all"
                checked={areAllSelected}
                mixed={!areAllSelected && selected.size > 0}
                onChange={(checked) => props.onSelectionChange?.(new Set(checked ? ids : []))}
              />
            ) : null}
          </GridCell>
          {columns.map((column, at) => (
            <HeaderCell
              key={column.id}
              column={column}
              index={at + 2}
              sort={sort}
              onSort={() => setSort(nextSort(sort, column.id))}
              search={searches[column.id] ?? ''}
              onSearch={(text) => setSearches((before) => ({ ...before, [column.id]: text }))}
            />
          ))}
          <GridCell
            role="columnheader"
            colIndex={columns.length + 2}
            label="Actions"
            className={css.action}
          />
        </div>
        {hasRows && (
          <div role="rowgroup" className={css.body} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((item) => {
              const row = rows[item.index];
              const id = ids[item.index];
              if (row === undefined || id === undefined) return null;
              const state = rowState?.(row);
              const isCursor = item.index === cursor.index;
              return (
                <TableRow
                  key={id}
                  row={row}
                  id={cssId(prefix, id)}
                  index={item.index}
                  top={item.start}
                  label={rowLabel(row)}
                  columns={columns}
                  isCursor={isCursor}
                  isSelected={isSelectable ? selected.has(id) : undefined}
                  isPending={state?.pending ?? false}
                  isDim={state?.dim ?? false}
                  action={isCursor || pointedId === id ? rowAction?.(row) : null}
                  events={rowEvents}
                />
              );
            })}
          </div>
        )}
      </div>
      {isFirstLoad && <TableSkeleton label={label} columns={columns.length} />}
      {error !== undefined && <div className={css.slot}>{error}</div>}
      {!isFirstLoad && error === undefined && props.rows.length === 0 && (
        <div className={css.slot}>{empty}</div>
      )}
      {isSearchedAway && (
        <div className={css.slot} role="status">
          No row matches the search.{' '}
          <button type="button" className={link} onClick={() => setSearches({})}>
            Clear
          </button>
        </div>
      )}
    </div>
  );
}
