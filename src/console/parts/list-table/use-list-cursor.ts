import { useEffect, useState } from 'react';

const left = new Map<string, string>();

/** Tells a list whose rows open a screen of their own which one is open, so that its cursor is there on the way back. */
export function useOpenRow(list: string, id: string): void {
  useEffect(() => {
    left.set(list, id);
  }, [list, id]);
}

/**
 * The cursor of a list: on the row that is open, and still there once it is closed, however it was opened.
 * @param list as `useOpenRow` of the screen of a row names it
 * @param openId the row whose panel is open beside the list
 */
export function useListCursor(list: string, openId?: string) {
  const [cursorId, setCursorId] = useState(() => openId ?? left.get(list));
  useEffect(() => {
    // A screen may be made anew between a row and its list.
    if (openId === undefined) left.delete(list);
    else left.set(list, openId);
  }, [list, openId]);
  if (openId !== undefined && openId !== cursorId) setCursorId(openId);
  return [openId ?? cursorId, setCursorId] as const;
}
