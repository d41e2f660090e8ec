import { type MouseEvent, memo } from 'react';
import { Checkbox } from '../forms/checkbox.tsx';
import { Icon } from '../icons/icon.tsx';
import { cellElementId } from './element-ids.ts';
import { gridCell } from './grid-cell.tsx';
import { placed, plainCell, plainMarks } from './plain-row.ts';
import * as css from './table.css.ts';
import { tellCut } from './tell-cut.ts';
import type { Column, MenuAnchor } from './types.ts';

/** A press on a row: on its own ground or on a control in it, and with which keys held. */
export type RowPress = { isOnControl: boolean; shift: boolean; ctrl: boolean };

/** What a row tells its table, by the row's place. */
export type RowEvents = {
  onPress: (index: number, press: RowPress) => void;
  onOpen: (index: number) => void;
  onToggle: (index: number) => void;
  onExpand: (index: number) => void;
  /** `column` where the menu was asked for on a cell. */
  onMenu: (index: number, anchor: MenuAnchor, column: number | undefined) => void;
  onFocusInside: (index: number) => void;
  /** The focus wants back to the grid. */
  onLeave: () => void;
};

type TableRowProps<Row> = {
  row: Row;
  /** Of the element. */
  id: string;
  index: number;
  ariaRowIndex: number;
  top: number;
  label: string;
  columns: readonly Column<Row>[];
  /** Ems of text that surely fit each column; none where that is not known. */
  room: readonly number[];
  isCursor: boolean;
  /** Of the cell under the cursor. */
  cursorColumn: number | undefined;
  isSelected: boolean | undefined;
  /** Undefined where rows cannot be opened. */
  isExpanded: boolean | undefined;
  isPending: boolean;
  isDim: boolean;
  hasMenu: boolean;
  /** Its box and its menu button wait until the scrolling rests: they cost a third of a row, and nobody can hit them. */
  isPassing: boolean;
  /** The same object on every render, so that only rows that changed draw again. */
  events: RowEvents;
};

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, label, [role="menuitem"]') !== null;

const columnOf = (target: EventTarget): number | undefined => {
  const cell = target instanceof Element ? target.closest('[data-column]') : null;
  return cell ? Number(cell.getAttribute('data-column')) : undefined;
};

const rectOf = (element: Element): MenuAnchor => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
};

const mark = (on: boolean) => (on ? '' : undefined);

/** One row: the cursor row or its cell is the active descendant of the grid, so focus never moves into rows by itself. */
function PlainRow<Row>(props: TableRowProps<Row>) {
  const { row, id, index, top, label, columns, isCursor, isSelected, isExpanded, events } = props;
  const hasControls = !props.isPassing || isCursor;
  const end = columns.length;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of its rows
    <div
      role="row"
      tabIndex={-1}
      // Only what may be the active descendant is named: a name for each would be written anew at each step.
      id={isCursor ? id : undefined}
      aria-rowindex={props.ariaRowIndex}
      aria-selected={isSelected}
      aria-expanded={isExpanded}
      aria-level={isExpanded === undefined ? undefined : 1}
      data-cursor={mark(isCursor)}
      data-on-cell={mark(props.cursorColumn !== undefined)}
      data-dim={mark(props.isDim)}
      className={css.row}
      style={{ transform: placed(top) }}
      onMouseOver={tellCut}
      onMouseDown={(event: MouseEvent) => !isControl(event.target) && event.preventDefault()}
      onClick={(event) =>
        events.onPress(index, {
          isOnControl: isControl(event.target),
          shift: event.shiftKey,
          ctrl: event.ctrlKey || event.metaKey,
        })
      }
      onDoubleClick={(event) => !isControl(event.target) && events.onOpen(index)}
      onFocus={() => events.onFocusInside(index)}
      onContextMenu={(event) => {
        if (!props.hasMenu) return;
        event.preventDefault();
        events.onMenu(index, { x: event.clientX, y: event.clientY }, columnOf(event.target));
      }}
    >
      <div
        {...gridCell({
          colIndex: 1,
          className: css.lead,
          shown: isSelected || isCursor || isExpanded !== undefined,
        })}
      >
        {isExpanded !== undefined && (
          <button
            type="button"
            tabIndex={-1}
            className={css.disclosure}
            aria-label={`${isExpanded ? 'Close' : 'Open'} ${label}`}
            aria-expanded={isExpanded}
            onClick={() => events.onExpand(index)}
          >
            <Icon name={isExpanded ? 'chevronDown' : 'chevronRight'} size="s" />
          </button>
        )}
        {isSelected !== undefined && (hasControls || isSelected) && (
          <Checkbox
            label={`Select ${label}`}
            checked={isSelected}
            tabIndex={-1}
            onChange={() => events.onToggle(index)}
          />
        )}
      </div>
      {columns.map((column, at) => {
        const content = column.cell(row);
        const plain = plainCell(content);
        return (
          <div
            key={column.id}
            id={props.cursorColumn === at ? cellElementId(id, at) : undefined}
            {...gridCell({
              column: at,
              colIndex: at + 2,
              align: column.align,
              isCursor: props.cursorColumn === at,
              className: at === 0 ? css.nameCell : css.cell,
            })}
            {...(plain && plainMarks(plain, props.room[at]))}
          >
            {plain ? plain.text : content}
          </div>
        );
      })}
      <div
        id={props.cursorColumn === end ? cellElementId(id, end) : undefined}
        {...gridCell({ colIndex: end + 2, isCursor: props.cursorColumn === end, className: css.action })}
      >
        {props.hasMenu && hasControls && (
          <button
            type="button"
            tabIndex={isCursor ? 0 : -1}
            className={css.menuButton}
            aria-label={`Actions for ${label}`}
            aria-haspopup="menu"
            onClick={(event) => events.onMenu(index, rectOf(event.currentTarget), undefined)}
          >
            <Icon name="more" size="s" />
          </button>
        )}
      </div>
      {props.isPending && <div className={css.pending} aria-hidden="true" />}
    </div>
  );
}

export const TableRow = memo(PlainRow) as typeof PlainRow;
