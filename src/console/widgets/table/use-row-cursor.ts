import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

type CursorOptions = {
  ids: readonly string[];
  cursorId: string | undefined;
  onCursorChange: ((id: string) => void) | undefined;
  /** Rows that fit the window; what PageUp and PageDown move by. */
  pageSize: () => number;
  onMoved: (index: number) => void;
  onOpen: (index: number) => void;
  onToggle: (index: number) => void;
};

export type RowCursor = {
  /** -1 while there is no row. */
  index: number;
  id: string | undefined;
  goTo: (index: number) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

/**
 * The cursor of a list follows its row by id through refreshes and sorting. When the row goes away the
 * cursor stays where it was. Keys it does not use are left to others.
 */
export function useRowCursor(options: CursorOptions): RowCursor {
  const { ids, onCursorChange, pageSize, onMoved, onOpen, onToggle } = options;
  const [ownId, setOwnId] = useState<string>();
  const lastIndex = useRef(0);
  const wantedId = options.cursorId ?? ownId;
  const found = wantedId === undefined ? -1 : ids.indexOf(wantedId);
  const fallback = wantedId === undefined ? 0 : lastIndex.current;
  const index = found >= 0 ? found : Math.min(fallback, ids.length - 1);
  if (found >= 0) lastIndex.current = found;

  const id = ids[index];
  const report = useRef(onCursorChange);
  report.current = onCursorChange;
  useEffect(() => {
    if (id !== undefined && id !== wantedId) report.current?.(id);
  }, [id, wantedId]);

  const goTo = (target: number) => {
    const next = Math.max(0, Math.min(ids.length - 1, target));
    const nextId = ids[next];
    if (nextId === undefined) return;
    lastIndex.current = next;
    setOwnId(nextId);
    onCursorChange?.(nextId);
    onMoved(next);
  };

  const moves: Record<string, () => void> = {
    ArrowDown: () => goTo(index + 1),
    ArrowUp: () => goTo(index - 1),
    Home: () => goTo(0),
    End: () => goTo(ids.length - 1),
    PageDown: () => goTo(index + pageSize()),
    PageUp: () => goTo(index - pageSize()),
    Enter: () => index >= 0 && onOpen(index),
    ' ': () => index >= 0 && onToggle(index),
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keys typed into a control inside a row are that control's.
    if (event.target !== event.currentTarget || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.ctrlKey && event.key !== 'Home' && event.key !== 'End') return;
    const move = moves[event.key];
    if (!move || ids.length === 0) return;
    event.preventDefault();
    move();
  };

  return { index, id, goTo, onKeyDown };
}
