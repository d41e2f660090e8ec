import { useEffect, useState } from 'react';

const left = new Map<string, string>();

/** Remembers the opened row, so that the list's cursor is on it when the user returns. */
export function useOpenRow(list: string, id: string): void {
  useEffect(() => {
    left.set(list, id);
  }, [list, id]);
}

/**
 * Keeps the list cursor on the row that is or was open.
 * @param list key shared with `useOpenRow`
 * @param openId the row whose panel is open beside the list
 */
export function useListCursor(list: string, openId?: string) {
  const [cursorId, setCursorId] = useState(() => openId ?? left.get(list));
  useEffect(() => {
    // The list may remount after a row was closed.
    if (openId === undefined) left.delete(list);
    else left.set(list, openId);
  }, [list, openId]);
  if (openId !== undefined && openId !== cursorId) setCursorId(openId);
  return [openId ?? cursorId, setCursorId] as const;
}
