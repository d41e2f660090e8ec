import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useCallback, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { DetailRow } from './detail-row.tsx';
import { rowElementId } from './element-ids.ts';
import { HEADER_HEIGHT_PX } from './row-height.ts';
import * as css from './table.css.ts';
import { type RowEvents, TableRow } from './table-row.tsx';
import type { Column } from './types.ts';
import type { Expansion } from './use-expansion.ts';
import { useRowKeys } from './use-row-keys.ts';

export type BodyHandle = { scrollTo: (index: number) => void };

type TableBodyProps<Row> = {
  ref: Ref<BodyHandle>;
  prefix: string;
  rows: readonly Row[];
  ids: readonly string[];
  columns: readonly Column<Row>[];
  rowHeight: number;
  cursorIndex: number;
  cursorColumn: number | undefined;
  /** Undefined where nothing can be selected. */
  selected: ReadonlySet<string> | undefined;
  expansion: Expansion;
  hasMenu: boolean;
  rowLabel: (row: Row) => string;
  rowState: ((row: Row) => { pending?: boolean; dim?: boolean }) | undefined;
  renderExpanded: ((row: Row) => ReactNode) | undefined;
  events: RowEvents;
};

/** The rows in sight and a few around them. Scrolling draws this alone. */
export function TableBody<Row>(props: TableBodyProps<Row>) {
  const { prefix, rows, ids, columns, rowHeight, cursorIndex, expansion, renderExpanded } = props;
  const body = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<string, number>());
  const sizeOf = (index: number) => {
    const id = ids[index];
    return id !== undefined && expansion.ids.has(id) ? rowHeight + (heights.current.get(id) ?? 0) : rowHeight;
  };
  const virtual = useVirtualizer({
    count: rows.length,
    // Found from here: the ref of an element around this one is not set yet when effects run.
    getScrollElement: () => body.current?.closest<HTMLElement>('[aria-rowcount]') ?? null,
    estimateSize: sizeOf,
    overscan: 4,
    scrollPaddingEnd: HEADER_HEIGHT_PX,
    // The same function for the same rows, or all places would be computed again at every step.
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    // The cursor row stays in the document, or it could not be the active descendant.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (cursorIndex < 0 || cursorIndex >= rows.length || shown.includes(cursorIndex)) return shown;
      return cursorIndex < (shown[0] ?? 0) ? [cursorIndex, ...shown] : [...shown, cursorIndex];
    },
  });
  useImperativeHandle(props.ref, () => ({ scrollTo: (index) => virtual.scrollToIndex(index) }));

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
  const keyOf = useRowKeys(
    items.map((item) => ids[item.index] ?? ''),
    body,
  );
  return (
    <div ref={body} role="rowgroup" className={css.body} style={{ height: virtual.getTotalSize() }}>
      {items.flatMap((item) => {
        const row = rows[item.index];
        const id = ids[item.index];
        if (row === undefined || id === undefined) return [];
        const state = props.rowState?.(row);
        const isCursor = item.index === cursorIndex;
        const isExpanded = renderExpanded && expansion.ids.has(id);
        const ariaRowIndex = item.index + 2 + expansion.countBefore(item.index);
        const shared = { row, index: item.index, label: props.rowLabel(row), events: props.events };
        const drawn = (
          <TableRow
            {...shared}
            key={keyOf(id)}
            id={rowElementId(prefix, id)}
            ariaRowIndex={ariaRowIndex}
            top={item.start}
            columns={columns}
            isCursor={isCursor}
            cursorColumn={isCursor ? props.cursorColumn : undefined}
            isSelected={props.selected?.has(id)}
            isExpanded={isExpanded}
            isPending={state?.pending ?? false}
            isDim={state?.dim ?? false}
            hasMenu={props.hasMenu}
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
            columnCount={columns.length + 2}
            top={item.start + rowHeight}
            render={renderExpanded}
            onHeight={onHeight}
          />,
        ];
      })}
    </div>
  );
}
