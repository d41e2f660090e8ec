import { memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import * as css from './table.css.ts';
import type { RowEvents } from './table-row.tsx';

type DetailRowProps<Row> = {
  row: Row;
  rowKey: string;
  index: number;
  ariaRowIndex: number;
  columnCount: number;
  top: number;
  label: string;
  render: (row: Row) => ReactNode;
  /** Px, initially and on each change. */
  onHeight: (rowKey: string, height: number) => void;
  events: RowEvents;
};

/** Content of an expanded row. Tab enters it; Escape returns to the grid. */
function PlainDetailRow<Row>(props: DetailRowProps<Row>) {
  const { row, rowKey, index, label, render, onHeight, events } = props;
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    const tell = () => onHeight(rowKey, box.offsetHeight);
    tell();
    const observer = new ResizeObserver(tell);
    observer.observe(box);
    return () => observer.disconnect();
  }, [rowKey, onHeight]);
  const cell = { role: 'gridcell', 'aria-colindex': 1, 'aria-colspan': props.columnCount };
  return (
    <div
      ref={element}
      role="row"
      tabIndex={-1}
      aria-rowindex={props.ariaRowIndex}
      aria-level={2}
      className={css.detail}
      style={{ top: props.top }}
      onFocus={() => events.onFocusInside(index)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        events.onLeave();
      }}
    >
      <div {...cell} className={css.detailCell}>
        <div role="group" aria-label={`Details of ${label}`}>
          {render(row)}
        </div>
      </div>
    </div>
  );
}

export const DetailRow = memo(PlainDetailRow) as typeof PlainDetailRow;
