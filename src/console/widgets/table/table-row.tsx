import type { MouseEvent, ReactNode } from 'react';
import { Checkbox } from '../forms/checkbox.tsx';
import { GridCell } from './grid-cell.tsx';
import * as css from './table.css.ts';
import type { Column } from './types.ts';

type TableRowProps<Row> = {
  row: Row;
  id: string;
  index: number;
  top: number;
  label: string;
  columns: readonly Column<Row>[];
  isCursor: boolean;
  isSelected: boolean | undefined;
  state: { pending?: boolean; dim?: boolean };
  action: ReactNode;
  onPoint: () => void;
  onPress: (isOwnPress: boolean) => void;
  onOpen: () => void;
  onToggle: () => void;
};

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, label, [role="menuitem"]') !== null;

/** One row: the cursor row is the active descendant of the grid, so focus never moves into rows by itself. */
export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, id, index, top, label, columns, isCursor, isSelected, state, action } = props;
  const { onPoint, onPress, onOpen, onToggle } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of its rows
    <div
      role="row"
      tabIndex={-1}
      id={id}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-cursor={isCursor ? '' : undefined}
      data-dim={state.dim ? '' : undefined}
      className={css.row}
      style={{ transform: `translateY(${top}px)` }}
      onMouseEnter={onPoint}
      onMouseDown={(event: MouseEvent) => !isControl(event.target) && event.preventDefault()}
      onClick={(event) => onPress(!isControl(event.target))}
      onDoubleClick={(event) => !isControl(event.target) && onOpen()}
    >
      <GridCell colIndex={1} className={css.lead} shown={isSelected || isCursor}>
        {isSelected !== undefined && (
          <Checkbox label={`Select ${label}`} checked={isSelected} tabIndex={-1} onChange={onToggle} />
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
      {state.pending && <div className={css.pending} aria-hidden="true" />}
    </div>
  );
}
