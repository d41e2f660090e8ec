import { type MouseEvent, memo } from 'react';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { toFlagAttribute } from '../../../lib/flag-attribute.ts';
import { Checkbox } from '../forms/checkbox.tsx';
import { Icon } from '../icons/icon.tsx';
import { buildCellElementId } from './element-ids.ts';
import { buildGridCellProps } from './grid-cell.tsx';
import { buildPlainCellProps, formatRowOffset, toPlainCell } from './plain-row.ts';
import * as css from './table.css.ts';
import type { Column, MenuAnchor } from './types.ts';

const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth;

/** Sets the title of a truncated cell on hover, instead of on every cell while scrolling. */
function titleCutCell({ target }: Pick<MouseEvent, 'target'>): void {
  if (!(target instanceof Element)) return;
  const cell = target.closest<HTMLElement>('[data-column]');
  if (!cell) return;
  // Keep other titles.
  const hasWords = cell.querySelector('[title]') !== null;
  const shows = !hasWords && [cell, ...cell.querySelectorAll('*')].some(isCut);
  if (shows) cell.title = cell.textContent ?? '';
  else cell.removeAttribute('title');
}

/** `isOnControl`: on a control inside the row. */
export type RowPress = { isOnControl: boolean; shift: boolean; ctrl: boolean };

export type RowEvents = {
  onPress: (index: number, press: RowPress) => void;
  onOpen: (index: number) => void;
  onToggle: (index: number) => void;
  onExpand: (index: number) => void;
  onMenu: (index: number, anchor: MenuAnchor, column: number | undefined) => void;
  onFocusInside: (index: number) => void;
  onLeave: () => void;
  watchCursor: (row: HTMLElement | null) => (() => void) | undefined;
};

type TableRowProps<Row> = {
  row: Row;
  id: string;
  index: number;
  ariaRowIndex: number;
  top: number;
  label: string;
  columns: readonly Column<Row>[];
  /** Columns that do not fit, shown below the others. */
  folded: readonly Column<Row>[];
  /** Text width in em; empty while unknown. */
  room: readonly number[];
  isCursor: boolean;
  cursorColumn: number | undefined;
  isSelected: boolean | undefined;
  isExpanded: boolean | undefined;
  isPending: boolean;
  isDim: boolean;
  hasMenu: boolean;
  /** Omits checkbox and menu button while scrolling: a third of a row's cost, and too fast to press. */
  isPassing: boolean;
  /** Must be stable, so that only changed rows render. */
  events: RowEvents;
};

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, label, [role="menuitem"]') !== null;

const findColumnIndex = (target: EventTarget): number | undefined => {
  const cell = target instanceof Element ? target.closest('[data-column]') : null;
  return cell ? Number(cell.getAttribute('data-column')) : undefined;
};

const toMenuAnchor = (element: Element): MenuAnchor => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
};

/** The row, or a cell of it, is the grid's active descendant and never takes the focus. */
function PlainRow<Row>(props: TableRowProps<Row>) {
  const { row, id, index, top, label, columns, folded, isCursor, isSelected, isExpanded, events } = props;
  const hasControls = !props.isPassing || isCursor;
  const end = columns.length + folded.length;
  /** Only what can be the active descendant, or names it, needs an id. */
  const cellId = (at: number) => (isCursor ? buildCellElementId(id, at) : undefined);
  const cellIds = isCursor ? Array.from({ length: end }, (_, at) => buildCellElementId(id, at)) : [];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of its rows
    <div
      role="row"
      ref={isCursor ? events.watchCursor : undefined}
      tabIndex={-1}
      // Only the active descendant needs an id; others would be rewritten at each scroll step.
      id={isCursor ? id : undefined}
      // Announced from its name on, without the labels of its controls.
      aria-labelledby={isCursor ? cellIds.join(' ') : undefined}
      aria-rowindex={props.ariaRowIndex}
      aria-selected={isSelected}
      aria-expanded={isExpanded}
      aria-level={isExpanded === undefined ? undefined : 1}
      data-cursor={toFlagAttribute(isCursor)}
      data-on-cell={toFlagAttribute(props.cursorColumn !== undefined)}
      data-dim={toFlagAttribute(props.isDim)}
      className={css.row}
      style={{ transform: formatRowOffset(top) }}
      onMouseOver={titleCutCell}
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
        events.onMenu(index, { x: event.clientX, y: event.clientY }, findColumnIndex(event.target));
      }}
    >
      <div
        {...buildGridCellProps({
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
        const plain = toPlainCell(content);
        return (
          <div
            key={column.id}
            id={cellId(at)}
            {...buildGridCellProps({
              column: at,
              colIndex: at + 2,
              align: column.align,
              isCursor: props.cursorColumn === at,
              className: at === 0 ? css.nameCell : css.cell,
            })}
            {...(plain && buildPlainCellProps(plain, props.room[at]))}
          >
            {plain ? plain.text : content}
          </div>
        );
      })}
      {folded.length > 0 && (
        <div className={css.fold}>
          {folded.map((column, place) => {
            const at = columns.length + place;
            const isFigure = column.align === 'end' ? '' : undefined;
            return (
              <div
                key={column.id}
                id={cellId(at)}
                {...buildGridCellProps({
                  column: at,
                  colIndex: at + 2,
                  isCursor: props.cursorColumn === at,
                  className: css.foldCell,
                })}
              >
                <span className={column.saysItself ? visuallyHidden : css.foldLabel} data-figure={isFigure}>
                  {column.header}{' '}
                </span>
                <span className={css.foldValue} data-figure={isFigure}>
                  {column.cell(row)}
                </span>
              </div>
            );
          })}
        </div>
      )}
      <div
        id={cellId(end)}
        {...buildGridCellProps({
          colIndex: end + 2,
          isCursor: props.cursorColumn === end,
          className: css.action,
        })}
      >
        {props.hasMenu && hasControls && (
          <button
            type="button"
            tabIndex={isCursor ? 0 : -1}
            className={css.menuButton}
            aria-label={`Actions for ${label}`}
            aria-haspopup="menu"
            onClick={(event) => events.onMenu(index, toMenuAnchor(event.currentTarget), undefined)}
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
