/** Without `column` the cursor is on the whole row. */
export type GridPlace = { index: number; column: number | undefined };

export type GridFacts = GridPlace & {
  rowCount: number;
  columnCount: number;
  pageSize: number;
  isSelectable: boolean;
  isExpanded: boolean | undefined;
  hasMenu: boolean;
  hasSelection: boolean;
};

export type GridPress = { key: string; ctrl: boolean; shift: boolean };

export type GridAction =
  | { kind: 'go'; index: number; column: number | undefined; extendsSelection: boolean }
  | { kind: 'open' | 'select' | 'selectAll' | 'clear' | 'expand' | 'collapse' | 'menu' };

/**
 * Grid keys as in https://www.w3.org/WAI/ARIA/apg/patterns/treegrid/: Up and Down change the row. Right
 * expands, then enters the cells; Left goes back. Home and End go to the first and last row, or cell when on
 * one; with Ctrl always row. Escape leaves the cells, then clears the selection. Undefined for other keys.
 */
export function getGridAction(press: GridPress, at: GridFacts): GridAction | undefined {
  if (at.rowCount === 0 || at.index < 0) return undefined;
  const last = at.rowCount - 1;
  const go = (index: number, column = at.column): GridAction => ({
    kind: 'go',
    index: Math.max(0, Math.min(last, index)),
    column,
    extendsSelection: press.shift && at.isSelectable,
  });
  if (press.shift && press.key === 'F10') return at.hasMenu ? { kind: 'menu' } : undefined;
  if (press.ctrl && !press.shift && press.key.toLowerCase() === 'a')
    return at.isSelectable ? { kind: 'selectAll' } : undefined;
  if (press.ctrl && press.key !== 'Home' && press.key !== 'End') return undefined;
  const vertical = getVerticalTarget(press, at, last);
  if (vertical !== undefined) return go(vertical);
  if (press.shift) return undefined;
  switch (press.key) {
    case 'ArrowRight':
      return getRightAction(at, go);
    case 'ArrowLeft':
      return getLeftAction(at, go);
    case 'Home':
      return go(at.index, 0);
    case 'End':
      return go(at.index, at.columnCount - 1);
    case 'Escape':
      if (at.column !== undefined) return { kind: 'go', ...toRowPlace(at), extendsSelection: false };
      return at.hasSelection ? { kind: 'clear' } : undefined;
    case 'Enter':
      return { kind: 'open' };
    case ' ':
      return at.isSelectable ? { kind: 'select' } : undefined;
    case 'ContextMenu':
      return at.hasMenu ? { kind: 'menu' } : undefined;
    default:
      return undefined;
  }
}

const toRowPlace = (at: GridPlace) => ({ index: at.index, column: undefined });

function getVerticalTarget({ key, ctrl }: GridPress, at: GridFacts, last: number): number | undefined {
  if (key === 'ArrowDown') return at.index + 1;
  if (key === 'ArrowUp') return at.index - 1;
  if (key === 'PageDown') return at.index + at.pageSize;
  if (key === 'PageUp') return at.index - at.pageSize;
  const isOnRow = at.column === undefined || ctrl;
  if (key === 'Home' && isOnRow) return 0;
  if (key === 'End' && isOnRow) return last;
  return undefined;
}

type Go = (index: number, column?: number) => GridAction;

function getRightAction(at: GridFacts, go: Go): GridAction {
  if (at.column !== undefined) return go(at.index, Math.min(at.columnCount - 1, at.column + 1));
  return at.isExpanded === false ? { kind: 'expand' } : go(at.index, 0);
}

function getLeftAction(at: GridFacts, go: Go): GridAction | undefined {
  if (at.column === undefined) return at.isExpanded ? { kind: 'collapse' } : undefined;
  if (at.column === 0) return { kind: 'go', ...toRowPlace(at), extendsSelection: false };
  return go(at.index, at.column - 1);
}
