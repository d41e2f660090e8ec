import { type RefObject, useLayoutEffect, useRef } from 'react';

type Keys = { byId: ReadonlyMap<string, number>; next: number };

const NO_KEYS: Keys = { byId: new Map(), next: 0 };

/** Keys for the rows to draw: a row keeps its key; when almost all are new, they take over those of the rows before. */
export function assignKeys(before: Keys, ids: readonly string[], mayRecycle: boolean): Keys {
  const now = new Set(ids);
  const staying = ids.filter((id) => before.byId.has(id)).length;
  // The cursor row stays wherever one scrolls.
  const free = mayRecycle && staying <= 1 ? [...before.byId].filter(([id]) => !now.has(id)) : [];
  let { next } = before;
  let taken = 0;
  const byId = new Map<string, number>();
  for (const id of ids) byId.set(id, before.byId.get(id) ?? free[taken++]?.[1] ?? next++);
  return { byId, next };
}

/**
 * React keys by row id. A fling shows other rows at every frame: changing the elements that are there costs a
 * third of making new ones. Elements that hold the focus are left alone.
 */
export function useRowKeys(ids: readonly string[], body: RefObject<HTMLElement | null>) {
  const kept = useRef(NO_KEYS);
  const holdsFocus = body.current?.contains(document.activeElement) ?? false;
  const keys = assignKeys(kept.current, ids, !holdsFocus);
  useLayoutEffect(() => {
    kept.current = keys;
  });
  return (id: string): number | undefined => keys.byId.get(id);
}
