import {
  type CSSProperties,
  memo,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { link } from '../../../../../styles/text.css.ts';
import { nextSort } from '../../../../contract/sort.ts';
import { IconButton } from '../actions/button.tsx';
import { OpenOnDemand } from '../actions/open-on-demand.tsx';
import { createLazyCode } from '../lazy/lazy-code.ts';
import { useNear } from '../lazy/use-near.ts';
import { useTextScale } from '../text/text-scale.ts';
import { useWidth } from '../use-width.ts';
import { computeTracks } from './column-tracks.ts';
import { buildCellElementId, buildRowElementId } from './element-ids.ts';
import { getRowHeight } from './row-height.ts';
import * as css from './table.css.ts';
import { type BodyHandle, TableBody } from './table-body.tsx';
import { TableHeader } from './table-header.tsx';
import { type ColumnSearches, useTableModel } from './table-model.ts';
import type { RowEvents } from './table-row.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import type { Column, DataTableProps, MenuAnchor, Sort, TableOptionsProps } from './types.ts';
import { useColumnNeeds } from './use-column-needs.ts';
import { useExpansion } from './use-expansion.ts';
import { useFoldedColumns } from './use-folded-columns.ts';
import { useGridCursor } from './use-grid-cursor.ts';
import { useSelection } from './use-selection.ts';
import { useShownCursor } from './use-shown-cursor.ts';
import { useTableActions } from './use-table-actions.ts';
import { useTableHandle } from './use-table-handle.ts';

function useSideways(scroller: RefObject<HTMLElement | null>): boolean {
  const [isSideways, setSideways] = useState(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Also called for the first layout; reading it here would lay out twice.
    const observer = new ResizeObserver(() => setSideways(element.scrollWidth > element.clientWidth));
    for (const box of [element, ...element.children]) observer.observe(box);
    return () => observer.disconnect();
  }, [scroller]);
  return isSideways;
}

/** Available height in px at the last layout; before, the window's. */
function useHeight(frame: RefObject<HTMLElement | null>): RefObject<number> {
  const height = useRef(window.innerHeight);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) height.current = entry.contentRect.height;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return height;
}

/** Stable; its functions call the latest handlers. */
function useLatest(events: RowEvents): RowEvents {
  const latest = useRef(events);
  useLayoutEffect(() => {
    latest.current = events;
  });
  const [stable] = useState<RowEvents>(() => ({
    onPress: (...args) => latest.current.onPress(...args),
    onOpen: (...args) => latest.current.onOpen(...args),
    onToggle: (...args) => latest.current.onToggle(...args),
    onExpand: (...args) => latest.current.onExpand(...args),
    onMenu: (...args) => latest.current.onMenu(...args),
    onFocusInside: (...args) => latest.current.onFocusInside(...args),
    onLeave: (...args) => latest.current.onLeave(...args),
    watchCursor: events.watchCursor,
  }));
  return stable;
}

const LABEL = 'Columns and density';
const popup = createLazyCode(() => import('./table-options-menu.tsx'));

function TableOptions(props: TableOptionsProps) {
  const trigger = <IconButton icon="columns" label={LABEL} variant="ghost" size="small" />;
  return (
    <OpenOnDemand trigger={trigger} popup="menu" load={popup.load}>
      <popup.Component {...props} trigger={trigger} />
    </OpenOnDemand>
  );
}

/** Lead, menu and gutter of a row, and column gaps; see table.css. */
const BESIDE_PX = 44 + 32 + 24;
const WIDE_PX = 900;
const computeGap = (width: number) => (width > WIDE_PX ? 16 : 10);

/** Px shared by `count` columns. */
function useColumnsRoom(grid: RefObject<HTMLElement | null>): (count: number) => number {
  const width = useWidth(grid) * useTextScale();
  return (count) => width - BESIDE_PX - (count + 1) * computeGap(width);
}

/** Height of cell text at the browser's default size. */
const LINE_PX = 19;
const NONE_HIDDEN: readonly string[] = [];

/** What was read of the rows, as far as it is drawn. */
export type ReadRows<Row> = Required<Pick<DataTableProps<Row>, 'rows' | 'loading' | 'isOrderPending'>> & {
  error: ReactNode;
};

type DrawnTableProps<Row> = Omit<DataTableProps<Row>, keyof ReadRows<Row>> & {
  drawn: ReadRows<Row>;
  /** Whether other rows were asked for than are drawn. */
  isBehind: RefObject<boolean>;
};

/** At least one, whatever was stored. */
function filterChosenColumns<Row>(columns: readonly Column<Row>[], hidden: readonly string[]) {
  const shown = columns.filter(({ id }) => !hidden.includes(id));
  return shown.length > 0 ? shown : columns.slice(0, 1);
}

function PlainDrawnTable<Row extends object>(props: DrawnTableProps<Row>) {
  const { label, rowId, rowLabel, onOpen, renderExpanded, rowMenu, drawn } = props;
  const { rows: read, loading, error } = drawn;
  const { hiddenColumns = NONE_HIDDEN, density = 'comfortable' } = props;
  const prefix = useId();
  const frame = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const isSideways = useSideways(grid);
  const height = useHeight(frame);
  const body = useRef<BodyHandle>(null);
  const [ownSort, setOwnSort] = useState<Sort | undefined>(props.sort);
  const [searches, setSearches] = useState<ColumnSearches>({});
  const [menu, setMenu] = useState<{ id: string; anchor: MenuAnchor }>();

  const chosen = useMemo(
    () => filterChosenColumns(props.columns, hiddenColumns),
    [props.columns, hiddenColumns],
  );
  const { needs, measure } = useColumnNeeds<Row>();
  const computeRoom = useColumnsRoom(grid);
  const folding = useFoldedColumns(frame, props.columns, chosen, needs, computeRoom);
  const { columns, folded, perLine, heightPx } = folding;
  const cells = useMemo(() => [...columns, ...folded], [columns, folded]);
  const sort = props.onSortChange ? props.sort : ownSort;
  const setSort = props.onSortChange ?? setOwnSort;
  const model = useTableModel(props.columns, read, rowId, sort, searches);
  const rows = useMemo(
    () => (props.rowLimit === undefined ? model : model.slice(0, props.rowLimit)),
    [model, props.rowLimit],
  );
  const ids = useMemo(() => rows.map(rowId), [rows, rowId]);
  const selection = useSelection({
    ids,
    selectedIds: props.selectedIds,
    onChange: props.onSelectionChange,
  });
  const { expandedIds, onExpandedChange } = props;
  const expansion = useExpansion(
    ids,
    renderExpanded !== undefined,
    expandedIds && onExpandedChange && { ids: expandedIds, onChange: onExpandedChange },
  );
  const columnCount = cells.length + (rowMenu ? 1 : 0);
  const cursor = useGridCursor({
    ids,
    cursorId: props.cursorId,
    onCursorChange: props.onCursorChange,
    drawn,
    isBehind: props.isBehind,
    columnCount,
  });
  const { extraLines = 0 } = props;
  const extraPx = Math.ceil(extraLines * LINE_PX * useTextScale());
  const lineHeight = getRowHeight(density) + extraPx;
  const rowHeight = lineHeight + heightPx;
  const isNear = useNear(frame, props.isLate === true);
  const hasRows = isNear && rows.length > 0 && error === undefined;

  const shown = useShownCursor({
    grid,
    id: hasRows ? cursor.id : undefined,
    onChange: props.onShownCursorChange,
  });
  const cursorRowElement =
    hasRows && cursor.id !== undefined ? buildRowElementId(prefix, cursor.id) : undefined;
  const activeElement =
    cursorRowElement === undefined || cursor.column === undefined
      ? cursorRowElement
      : buildCellElementId(cursorRowElement, cursor.column);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another row of its owner scrolls, no refresh
  useLayoutEffect(() => {
    if (hasRows && cursor.id === props.cursorId) body.current?.scrollTo(cursor.index);
  }, [props.cursorId, hasRows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a step of the cursor scrolls, no refresh
  useLayoutEffect(() => {
    if (cursor.column === undefined || activeElement === undefined) return;
    document.getElementById(activeElement)?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [cursor.column]);

  const { goTo, expand, open, openMenu, openCursorMenu, onKeyDown } = useTableActions({
    grid,
    ids,
    rows,
    cursor,
    selection,
    expansion,
    columnCount,
    rowHeight,
    menuColumn: rowMenu && cells.length,
    isExpandable: renderExpanded !== undefined,
    activeElement,
    isCursorSeen: shown.isSeen,
    onOpen,
    scrollTo: (index) => {
      body.current?.scrollTo(index);
      return shown.look();
    },
    showMenu: setMenu,
  });
  const sortBy = (column: string) => setSort(nextSort(sort, column));
  useTableHandle({
    ref: props.ref,
    grid,
    rows,
    ids,
    columns: cells,
    chosen,
    cursor,
    selection,
    isCursorSeen: shown.isSeen,
    lookAtCursor: shown.look,
    goTo: (index) => goTo(index, cursor.column),
    open,
    expand,
    menu: openCursorMenu,
    sortBy,
    resetSort: () => setSort(undefined),
  });
  const rowEvents = useLatest({
    onPress: (index, { isOnControl, shift, ctrl }) => {
      if (!isOnControl) grid.current?.focus({ preventScroll: true });
      if (!isOnControl && selection.isOn && shift) selection.extend(cursor.index, index);
      else if (!isOnControl && selection.isOn && ctrl) selection.toggle(index);
      goTo(index, isOnControl ? cursor.column : undefined);
    },
    onOpen: open,
    onToggle: selection.toggle,
    onExpand: (index) => expand(index),
    onMenu: openMenu,
    onFocusInside: (index) => index !== cursor.index && cursor.goTo(index, cursor.column),
    onLeave: () => grid.current?.focus({ preventScroll: true }),
    watchCursor: shown.watch,
  });

  const fitted = computeTracks(columns, needs, computeRoom(columns.length))?.map((px) => `${px}px`);
  const [first = '', ...others] = fitted ?? columns.map((column) => column.width ?? 'minmax(0, 1fr)');
  // In very narrow windows CSS sets a narrower first track.
  const firstTrack = fitted ? first : `var(--first-track, ${first})`;
  const tracks = ['44px', firstTrack, ...others, 'minmax(32px, auto)'];
  const asGrid = {
    role: renderExpanded ? 'treegrid' : 'grid',
    tabIndex: 0,
    'aria-label': label,
    'aria-rowcount': rows.length + expansion.count + 1,
    'aria-colcount': cells.length + 2,
    'aria-multiselectable': selection.isOn || undefined,
    'aria-busy': loading || undefined,
    'data-folded': folded.length > 0 ? '' : undefined,
    'aria-activedescendant': activeElement,
    onKeyDown,
  };
  const isFirstLoad = loading && read.length === 0 && error === undefined;
  const isSearchedAway = !isFirstLoad && error === undefined && rows.length === 0 && read.length > 0;
  const menuRow = menu && rows[ids.indexOf(menu.id)];
  const hasOptions = props.onHiddenColumnsChange !== undefined || props.onDensityChange !== undefined;

  return (
    <div ref={frame} className={css.frame}>
      <div
        ref={grid}
        {...asGrid}
        data-filled={hasRows ? '' : undefined}
        data-unmeasured={needs.size === 0 ? '' : undefined}
        data-quiet={props.quietCursor ? '' : undefined}
        data-sideways={isSideways ? '' : undefined}
        data-single={columns.length === 1 && folded.length > 0 ? '' : undefined}
        className={css.grid}
        style={
          {
            '--cols': tracks.join(' '),
            '--row-h': `${rowHeight}px`,
            // Closer to the second line, if there is one.
            '--line-h': `${folded.length === 0 ? lineHeight : lineHeight - 4}px`,
            '--fold-cols': perLine,
          } as CSSProperties
        }
      >
        <div className={css.sheet}>
          <TableHeader
            columns={columns}
            columnCount={cells.length}
            ids={ids}
            selection={selection}
            sort={sort}
            onSort={sortBy}
            searches={searches}
            onSearch={(column, text) => setSearches((before) => ({ ...before, [column]: text }))}
            options={
              hasOptions && (
                <span data-table-options="">
                  <TableOptions
                    columns={props.columns}
                    hidden={hiddenColumns}
                    shown={columns}
                    onHiddenChange={props.onHiddenColumnsChange}
                    density={density}
                    onDensityChange={props.onDensityChange}
                  />
                </span>
              )
            }
          />
          {hasRows && (
            <TableBody
              ref={body}
              prefix={prefix}
              rows={rows}
              ids={ids}
              columns={columns}
              folded={folded}
              rowHeight={rowHeight}
              height={height}
              measure={measure}
              cursorIndex={cursor.index}
              cursorColumn={cursor.column}
              selected={selection.isOn ? selection.ids : undefined}
              expansion={expansion}
              hasMenu={rowMenu !== undefined}
              rowLabel={rowLabel}
              rowState={props.rowState}
              renderExpanded={renderExpanded}
              events={rowEvents}
            />
          )}
        </div>
      </div>
      {menu &&
        menuRow &&
        rowMenu?.(menuRow, {
          anchor: menu.anchor,
          returnFocus: grid.current,
          onClose: () => setMenu(undefined),
        })}
      {isFirstLoad && <TableSkeleton label={label} columns={columns.length} />}
      {error !== undefined && <div className={css.slot}>{error}</div>}
      {!isFirstLoad && error === undefined && read.length === 0 && props.empty !== undefined && (
        <div className={css.slot}>{props.empty}</div>
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

/** Renders with what it shows, not with each text that is typed beside it. */
export const DrawnTable = memo(PlainDrawnTable) as typeof PlainDrawnTable;
