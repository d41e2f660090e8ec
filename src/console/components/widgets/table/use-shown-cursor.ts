import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

const GRIDS = '[role="grid"],[role="treegrid"]';
/** Steps of five percent, since a wide row is never whole in a narrow window. */
const THRESHOLDS = Array.from({ length: 21 }, (_, step) => step / 20);

/** Whether more than half of the height of a row can be seen, below the heading of its table. */
function isRowSeen(
  row: DOMRectReadOnly,
  seen: DOMRectReadOnly,
  heading: Element | null | undefined,
): boolean {
  const top = Math.max(seen.top, heading?.getBoundingClientRect().bottom ?? 0);
  return seen.bottom - top > row.height / 2;
}

/** Tells at once and on each change whether the row can be seen. Returns a function that stops. */
function watchRow(row: HTMLElement, tell: (isSeen: boolean) => void): () => void {
  const box = row.getBoundingClientRect();
  // Without layout every row counts as seen.
  if (box.height === 0) {
    tell(true);
    return () => undefined;
  }
  const grid = row.closest(GRIDS);
  const heading = grid?.querySelector('[aria-rowindex="1"]');
  const { top = 0, bottom = 0 } = grid?.getBoundingClientRect() ?? {};
  const seenTop = Math.max(0, top, box.top);
  const seenBottom = Math.min(innerHeight, bottom, box.bottom);
  tell(isRowSeen(box, new DOMRect(box.x, seenTop, box.width, seenBottom - seenTop), heading));
  const observer = new IntersectionObserver(
    (entries) => {
      const last = entries.at(-1);
      if (last) tell(isRowSeen(last.boundingClientRect, last.intersectionRect, heading));
    },
    { threshold: THRESHOLDS },
  );
  observer.observe(row);
  return () => observer.disconnect();
}

/** Whether a grid other than this one has the focus, and a cursor of its own. */
const isFocusInOther = (grid: Element | null): boolean => {
  const focused = document.activeElement?.closest(GRIDS) ?? null;
  return focused !== null && focused !== grid && !focused.hasAttribute('data-shared-cursor');
};

type ShownCursor = {
  grid: RefObject<HTMLElement | null>;
  /** The row under the cursor; undefined without rows. */
  id: string | undefined;
  onChange: ((id: string | undefined) => void) | undefined;
};

/**
 * Reports the row under the cursor while its mark can be seen and no other table has the focus: commands act
 * on that row only. `watch` is the ref of the row's element.
 */
export function useShownCursor({ grid, id, onChange }: ShownCursor) {
  const [isSeen, setSeen] = useState(false);
  const [isElsewhere, setElsewhere] = useState(false);
  const [watch] = useState(() => (row: HTMLElement | null) => (row ? watchRow(row, setSeen) : undefined));
  useEffect(() => {
    const moved = () => setElsewhere(isFocusInOther(grid.current));
    window.addEventListener('focusin', moved);
    return () => window.removeEventListener('focusin', moved);
  }, [grid]);
  const shown = isSeen && !isElsewhere ? id : undefined;
  // Before the next key, which may act on the row: state set in a layout effect is drawn at once.
  useLayoutEffect(() => onChange?.(shown), [shown, onChange]);
  return { isSeen, watch };
}
