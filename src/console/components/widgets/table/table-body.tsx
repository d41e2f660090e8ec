import { defaultRangeExtractor, type VirtualItem } from '@tanstack/react-virtual';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { flushSync } from 'react-dom';
import { DetailRow } from './detail-row.tsx';
import { buildRowElementId } from './element-ids.ts';
import { toPlainCell } from './plain-row.ts';
import { HEADER_HEIGHT_PX } from './row-height.ts';
import * as css from './table.css.ts';
import { type RowEvents, TableRow } from './table-row.tsx';
import type { Column } from './types.ts';
import { useColumnRoom } from './use-column-room.ts';
import type { Expansion } from './use-expansion.ts';
import { type RowTexts, usePassingRows } from './use-passing-rows.ts';
import { useRowSlots } from './use-row-slots.ts';
import { useVirtualRows, type VirtualRows } from './use-virtual-rows.ts';

export type BodyHandle = { scrollTo: (index: number) => void };

type TableBodyProps<Row> = {
  ref: Ref<BodyHandle>;
  prefix: string;
  rows: readonly Row[];
  ids: readonly string[];
  columns: readonly Column<Row>[];
  folded: readonly Column<Row>[];
  rowHeight: number;
  /** Height drawn initially, before layout. */
  height: RefObject<number>;
  /** Must be stable. */
  measure: (body: HTMLElement, columns: readonly Column<Row>[]) => void;
  cursorIndex: number;
  cursorColumn: number | undefined;
  selected: ReadonlySet<string> | undefined;
  expansion: Expansion;
  hasMenu: boolean;
  rowLabel: (row: Row) => string;
  rowState: ((row: Row) => { pending?: boolean; dim?: boolean }) | undefined;
  renderExpanded: ((row: Row) => ReactNode) | undefined;
  events: RowEvents;
};

/** Visible rows and a few around them; only this renders while scrolling. */
export function TableBody<Row>(props: TableBodyProps<Row>) {
  const { prefix, rows, ids, columns, folded, rowHeight, cursorIndex, expansion, renderExpanded } = props;
  const body = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<string, number>());
  const room = useColumnRoom(body, columns);
  const drawn = useRef({ first: 0, last: 0 });
  const estimateRowSize = (index: number) => {
    const id = ids[index];
    return id !== undefined && expansion.ids.has(id) ? rowHeight + (heights.current.get(id) ?? 0) : rowHeight;
  };
  const findGrid = () => body.current?.closest<HTMLElement>('[aria-rowcount]') ?? null;
  const holdsFocus = () => body.current?.contains(document.activeElement) ?? false;
  const byId = (items: readonly VirtualItem[]) => new Map(items.map((item) => [ids[item.index] ?? '', item]));
  /** Writes rows of text directly into the DOM, without a render. */
  const showWritten = (now: VirtualRows): boolean => {
    if (!now.isScrolling || renderExpanded || folded.length > 0 || holdsFocus()) return false;
    const { range } = now;
    if (!range || !passing.show(byId(now.getVirtualItems()))) return false;
    drawn.current = { first: range.startIndex, last: range.endIndex };
    return true;
  };
  const { virtual, draw } = useVirtualRows({
    count: rows.length,
    // An ancestor's ref is not set yet when effects run.
    getScrollElement: findGrid,
    estimateSize: estimateRowSize,
    // Otherwise the first rows would be drawn in the uninterruptible commit of an empty body.
    initialRect: { width: 0, height: props.height.current },
    overscan: 4,
    scrollPaddingEnd: HEADER_HEIGHT_PX,
    // Stable, because a new function makes the virtualizer compute all positions again.
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    rangeExtractor: (range) => {
      // While scrolling fast, extra rows would never be seen.
      const isFling = range.startIndex > drawn.current.last || range.endIndex < drawn.current.first;
      const shown = defaultRangeExtractor(isFling ? { ...range, overscan: 0 } : range);
      // The cursor row stays mounted because it is the active descendant.
      if (cursorIndex < 0 || cursorIndex >= rows.length || shown.includes(cursorIndex)) return shown;
      return cursorIndex < (shown[0] ?? 0) ? [cursorIndex, ...shown] : [...shown, cursorIndex];
    },
    onChange: showWritten,
  });
  useImperativeHandle(props.ref, () => ({ scrollTo: (index) => virtual.scrollToIndex(index) }));

  const { measure } = props;
  useLayoutEffect(() => {
    if (body.current && !virtual.isScrolling) measure(body.current, columns);
  });
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights are computed anew when one of these changes
  useLayoutEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else virtual.measure();
  }, [rowHeight, expansion.ids]);
  const latest = useRef({ ids, rowHeight });
  useLayoutEffect(() => {
    latest.current = { ids, rowHeight };
  });
  const onHeight = useCallback(
    (id: string, height: number) => {
      if (heights.current.get(id) === height) return;
      heights.current.set(id, height);
      const now = latest.current;
      virtual.resizeItem(now.ids.indexOf(id), now.rowHeight + height);
    },
    [virtual],
  );

  const items = virtual.getVirtualItems();
  const { range } = virtual;
  useLayoutEffect(() => {
    if (range) drawn.current = { first: range.startIndex, last: range.endIndex };
    // Scrolled further during this render.
    if (virtual.range?.startIndex !== range?.startIndex) draw();
  });
  const places = byId(items);
  const isSearched = () => {
    const field = document.activeElement;
    return field instanceof HTMLInputElement && findGrid()?.contains(field) === false && !renderExpanded;
  };
  const rowsUse = virtual.isScrolling && !holdsFocus() ? 'moving' : isSearched() ? 'searched' : 'still';
  const { slots, kept } = useRowSlots([...places.keys()], rowsUse);
  const textsOf = (id: string, { index, start }: VirtualItem): RowTexts | undefined => {
    const row = rows[index];
    if (row === undefined) return undefined;
    const state = props.rowState?.(row);
    const cells = columns.map((column) => toPlainCell(column.cell(row)));
    const isMarked = index === cursorIndex || props.selected?.has(id) || state?.pending || state?.dim;
    return {
      ariaRowIndex: index + 2 + expansion.countBefore(index),
      top: start,
      cells,
      room,
      isWhole: !isMarked && cells.every((cell) => cell !== undefined),
    };
  };
  const passing = usePassingRows({ body, kept, slots, places, columnCount: columns.length, textsOf });
  /** Before a press is handled, events must match the visible row. */
  const setRight = () => passing.isAhead() && flushSync(draw);
  return (
    <div
      ref={body}
      role="rowgroup"
      className={css.body}
      style={{ height: virtual.getTotalSize() }}
      onPointerDownCapture={setRight}
      onClickCapture={setRight}
      onContextMenuCapture={setRight}
      onFocusCapture={setRight}
    >
      {slots.flatMap(({ key, id, isPassing }) => {
        const item = places.get(id);
        const row = item && rows[item.index];
        if (item === undefined || row === undefined) return [];
        const state = props.rowState?.(row);
        const isCursor = item.index === cursorIndex;
        const isExpanded = renderExpanded && expansion.ids.has(id);
        const ariaRowIndex = item.index + 2 + expansion.countBefore(item.index);
        const shared = { row, index: item.index, label: props.rowLabel(row), events: props.events };
        const drawn = (
          <TableRow
            {...shared}
            key={key}
            id={buildRowElementId(prefix, id)}
            ariaRowIndex={ariaRowIndex}
            top={item.start}
            columns={columns}
            folded={folded}
            room={room}
            isCursor={isCursor}
            cursorColumn={isCursor ? props.cursorColumn : undefined}
            isSelected={props.selected?.has(id)}
            isExpanded={isExpanded}
            isPending={state?.pending ?? false}
            isDim={state?.dim ?? false}
            hasMenu={props.hasMenu}
            isPassing={isPassing}
          />
        );
        if (!renderExpanded || !isExpanded) return [drawn];
        return [
          drawn,
          <DetailRow
            {...shared}
            key={`detail ${id}`}
            rowKey={id}
            ariaRowIndex={ariaRowIndex + 1}
            columnCount={columns.length + folded.length + 2}
            top={item.start + rowHeight}
            render={renderExpanded}
            onHeight={onHeight}
          />,
        ];
      })}
    </div>
  );
}
