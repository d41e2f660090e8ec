import { type RefObject, useEffect, useRef, useState } from 'react';

type CursorOptions = {
  ids: readonly string[];
  cursorId: string | undefined;
  onCursorChange: ((id: string) => void) | undefined;
  drawn: { isOrderPending: boolean };
  /** Whether other rows were asked for than are drawn; a cursor on one of them stays. */
  isBehind: RefObject<boolean>;
  columnCount: number;
};

export type GridCursor = {
  index: number;
  id: string | undefined;
  column: number | undefined;
  goTo: (index: number, column: number | undefined) => void;
};

/** Tries `hint` first. */
const findIndex = (ids: readonly string[], id: string, hint: number): number =>
  ids[hint] === id ? hint : ids.indexOf(id);

/**
 * The cursor follows its row by id through refresh and sorting. If the row disappears, the position stays.
 */
export function useGridCursor(options: CursorOptions): GridCursor {
  const { ids, onCursorChange, drawn, isBehind, columnCount } = options;
  const [ownId, setOwnId] = useState<string>();
  const [ownColumn, setColumn] = useState<number>();
  const lastIndex = useRef(0);
  const wantedId = options.cursorId ?? ownId;
  const found = wantedId === undefined ? -1 : findIndex(ids, wantedId, lastIndex.current);
  const fallback = wantedId === undefined ? 0 : lastIndex.current;
  const index = found >= 0 ? found : Math.min(fallback, ids.length - 1);
  if (found >= 0) lastIndex.current = found;

  const id = ids[index];
  const report = useRef(onCursorChange);
  report.current = onCursorChange;
  useEffect(() => {
    if (id === undefined || id === wantedId || drawn.isOrderPending || isBehind.current) return;
    // Keep the table's own choice, or each refresh would choose again.
    setOwnId(id);
    report.current?.(id);
  }, [id, wantedId, drawn, isBehind]);

  const goTo = (target: number, column: number | undefined) => {
    const next = Math.max(0, Math.min(ids.length - 1, target));
    const nextId = ids[next];
    if (nextId === undefined) return;
    lastIndex.current = next;
    setOwnId(nextId);
    setColumn(column);
    if (nextId !== options.cursorId) onCursorChange?.(nextId);
  };
  const column = ownColumn === undefined ? undefined : Math.min(ownColumn, columnCount - 1);
  return { index, id, column, goTo };
}
