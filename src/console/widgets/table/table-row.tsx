import { type MouseEvent, memo, type ReactNode } from 'react';
import { Checkbox } from '../forms/checkbox.tsx';
import { GridCell } from './grid-cell.tsx';
import * as css from './table.css.ts';
import type { Column } from './types.ts';

/** What a row tells its table, by the row's place. */
export type RowEvents = {
  onPoint: (index: number) => void;
  onPress: (index: number, isOwnPress: boolean) => void;
  onOpen: (index: number) => void;
  onToggle: (index: number) => void;
};

type TableRowProps<Row> = {
  row: Row;
  /** Of the element. */
  id: string;
  index: number;
  top: number;
  label: string;
  columns: readonly Column<Row>[];
  isCursor: boolean;
  isSelected: boolean | undefined;
  isPending: boolean;
  isDim: boolean;
  action: ReactNode;
  /** The same object on every render, so that only rows that changed draw again. */
  events: RowEvents;
};

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, label, [role="menuitem"]') !== null;

/** One row: the cursor row is the active descendant of the grid, so focus never moves into rows by itself. */
function PlainRow<Row>(props: TableRowProps<Row>) {
  const { row, id, index, top, label, columns, isCursor, isSelected, action, events } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of its rows
    <div
      role="row"
      tabIndex={-1}
      id={id}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-cursor={isCursor ? '' : undefined}
      data-dim={props.isDim ? '' : undefined}
      className={css.row}
      style={{ transform: `translateY(${top}px)` }}
      onMouseEnter={() => events.onPoint(index)}
      onMouseDown={(event: MouseEvent) => !isControl(event.target) && event.preventDefault()}
      onClick={(event) => events.onPress(index, !isControl(event.target))}
      onDoubleClick={(event) => !isControl(event.target) && events.onOpen(index)}
    >
      <GridCell colIndex={1} className={css.lead} shown={isSelected || isCursor}>
        {isSelected !== undefined && (
          <Checkbox
            label={`Select ${label}`}
            checked={isSelected}
            tabIndex={-1}
            onChange={() => events.onToggle(index)}
          />
        )}
      </GridCell>
      {columns.map((column, at) => (
        <GridCell
          key={column.id}
          colIndex={at + 2}
          align={column.align}
          className={at === 0 ? css.nameCell : css.cell}
        >
          {column.cell(row)}
        </GridCell>
      ))}
      <GridCell colIndex={columns.length + 2} className={css.action}>
        {action}
      </GridCell>
      {props.isPending && <div className={css.pending} aria-hidden="true" />}
    </div>
  );
}

export const TableRow = memo(PlainRow) as typeof PlainRow;
