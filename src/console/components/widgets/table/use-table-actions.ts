import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { type GridAction, getGridAction } from './grid-keys.ts';
import { HEADER_HEIGHT_PX } from './row-height.ts';
import type { MenuAnchor } from './types.ts';
import type { Expansion } from './use-expansion.ts';
import type { GridCursor } from './use-grid-cursor.ts';
import type { Selection } from './use-selection.ts';

const STOP = ':is(a[href], button, input, textarea, [tabindex="0"]):not([tabindex="-1"])';

type ActionParts<Row> = {
  grid: RefObject<HTMLElement | null>;
  ids: readonly string[];
  rows: readonly Row[];
  cursor: GridCursor;
  selection: Selection;
  expansion: Expansion;
  columnCount: number;
  rowHeight: number;
  /** Undefined without row menus. */
  menuColumn: number | undefined;
  isExpandable: boolean;
  activeElement: string | undefined;
  /** The cursor row is visible. */
  isCursorSeen: boolean;
  onOpen: ((row: Row) => void) | undefined;
  /** Returns whether the cursor row is visible then; the page may scroll later. */
  scrollTo: (index: number) => boolean;
  showMenu: (menu: { id: string; anchor: MenuAnchor }) => void;
};

/**
 * Whether keys may act on the cursor row: it is visible, or was just scrolled to. A row out of view is
 * scrolled to first; one too tall for the window is never completely visible.
 */
function useReached(id: string | undefined, isSeen: boolean) {
  const reached = useRef<string>(undefined);
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (isSeen) seen.current = id;
    else if (seen.current === id) {
      seen.current = undefined;
      reached.current = undefined;
    }
  }, [isSeen, id]);
  return {
    /** Only a row that was visible can leave the view. */
    note: (to: string | undefined, isInView: boolean) => {
      reached.current = to;
      seen.current = isInView ? to : undefined;
    },
    has: () => isSeen || (id !== undefined && reached.current === id),
  };
}

export function useTableActions<Row>(parts: ActionParts<Row>) {
  const { grid, ids, rows, cursor, selection, expansion, menuColumn, isExpandable, onOpen } = parts;
  const hasMenu = menuColumn !== undefined;

  const reached = useReached(cursor.id, parts.isCursorSeen);
  const goTo = (index: number, column: number | undefined) => {
    const wanted = Math.max(0, Math.min(ids.length - 1, index));
    cursor.goTo(index, column);
    reached.note(ids[wanted], parts.scrollTo(wanted));
  };
  const expand = (index: number, isOpen?: boolean) => {
    const id = ids[index];
    if (id !== undefined && isExpandable) expansion.set(id, isOpen ?? !expansion.ids.has(id));
  };
  const open = (index: number) => {
    const row = rows[index];
    if (row !== undefined && onOpen) onOpen(row);
    else expand(index);
  };
  const openMenu = (index: number, anchor: MenuAnchor, column: number | undefined) => {
    const id = ids[index];
    if (id === undefined || !hasMenu) return;
    cursor.goTo(index, column);
    parts.showMenu({ id, anchor });
  };
  const cursorElement = () =>
    parts.activeElement === undefined ? null : document.getElementById(parts.activeElement);
  const openCursorMenu = () => {
    const element = cursorElement();
    if (!element) return;
    const { x, y, height } = element.getBoundingClientRect();
    openMenu(cursor.index, { x: x + 44, y, width: 0, height }, cursor.column);
  };
  /** Enter presses the control in a cell, or else opens the row. */
  const enter = () => {
    if (hasMenu && cursor.column === menuColumn) return openCursorMenu();
    const cell = cursor.column === undefined ? null : cursorElement();
    const control = cell?.querySelector<HTMLElement>('a[href], button');
    if (control) control.click();
    else open(cursor.index);
  };
  const act = (action: GridAction) => {
    const actsOnRow = !['go', 'selectAll', 'clear'].includes(action.kind);
    if (actsOnRow && !reached.has()) return goTo(cursor.index, cursor.column);
    if (action.kind === 'go') {
      if (action.extendsSelection) selection.extend(cursor.index, action.index);
      goTo(action.index, action.column);
    } else if (action.kind === 'open') enter();
    else if (action.kind === 'select') selection.toggle(cursor.index);
    else if (action.kind === 'selectAll') selection.all();
    else if (action.kind === 'clear') selection.clear();
    else if (action.kind === 'menu') openCursorMenu();
    else expand(cursor.index, action.kind === 'expand');
  };
  /** Content opened below the cursor row is nearer than the header's controls. */
  const enterDetails = () => {
    const row = expansion.ids.has(cursor.id ?? '') ? cursorElement()?.closest('[role="row"]') : undefined;
    const inside = row?.nextElementSibling?.querySelector<HTMLElement>(STOP);
    inside?.focus();
    return inside !== undefined && inside !== null;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keys in a row's control belong to it.
    if (event.target !== event.currentTarget || event.altKey) return;
    if (event.key === 'Tab' && !event.shiftKey && enterDetails()) event.preventDefault();
    const height = (grid.current?.clientHeight ?? 0) - HEADER_HEIGHT_PX;
    const action = getGridAction(
      { key: event.key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey },
      {
        index: parts.activeElement === undefined ? -1 : cursor.index,
        column: cursor.column,
        rowCount: ids.length,
        columnCount: parts.columnCount,
        pageSize: Math.max(1, Math.floor(height / parts.rowHeight) - 1),
        isSelectable: selection.isOn,
        isExpanded: isExpandable ? expansion.ids.has(cursor.id ?? '') : undefined,
        hasMenu,
        hasSelection: selection.ids.size > 0,
      },
    );
    if (!action) return;
    event.preventDefault();
    act(action);
  };
  return { goTo, expand, open, openMenu, openCursorMenu, onKeyDown };
}
