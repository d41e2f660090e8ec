import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

const GRIDS = '[role="grid"],[role="treegrid"]';
/** Steps of five percent, since a wide row is never completely visible in a narrow window. */
const THRESHOLDS = Array.from({ length: 21 }, (_, step) => step / 20);

/** Whether more than half of a row's height is visible below the table heading; true without layout. */
function isRowSeen(
  row: DOMRectReadOnly,
  seen: DOMRectReadOnly,
  heading: Element | null | undefined,
): boolean {
  if (row.height === 0) return true;
  const top = Math.max(seen.top, heading?.getBoundingClientRect().bottom ?? 0);
  return seen.bottom - top > row.height / 2;
}

const findHeading = (row: HTMLElement) => row.closest(GRIDS)?.querySelector('[aria-rowindex="1"]');

function isSeenNow(row: HTMLElement): boolean {
  const box = row.getBoundingClientRect();
  const { top = 0, bottom = 0 } = row.closest(GRIDS)?.getBoundingClientRect() ?? {};
  const seenTop = Math.max(0, top, box.top);
  const seenBottom = Math.min(innerHeight, bottom, box.bottom);
  // A negative height would turn over.
  const height = Math.max(0, seenBottom - seenTop);
  return isRowSeen(box, new DOMRect(box.x, seenTop, box.width, height), findHeading(row));
}

/** Reports when the row is painted, and each change of its visibility. Returns a function that stops. */
function watchRow(row: HTMLElement, tell: (isSeen: boolean) => void): () => void {
  const heading = findHeading(row);
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

/** Whether another grid has the focus and its own cursor. */
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
 * Reports the cursor row while its mark is visible and no other table has the focus: commands act only on
 * that row. `watch` is the row element's ref; `look` checks again at once, after a key scrolled, and returns
 * the result.
 */
export function useShownCursor({ grid, id, onChange }: ShownCursor) {
  // Assumed until the row is painted: checking earlier would lay out the page twice.
  const [isSeen, setSeen] = useState(true);
  const [isElsewhere, setElsewhere] = useState(false);
  const row = useRef<HTMLElement | null>(null);
  const [watch] = useState(() => (element: HTMLElement | null) => {
    if (!element) return;
    row.current = element;
    const stop = watchRow(element, setSeen);
    return () => {
      stop();
      if (row.current === element) row.current = null;
    };
  });
  const [look] = useState(() => () => {
    const isInView = row.current !== null && isSeenNow(row.current);
    setSeen(isInView);
    return isInView;
  });
  useEffect(() => {
    const moved = () => setElsewhere(isFocusInOther(grid.current));
    window.addEventListener('focusin', moved);
    return () => window.removeEventListener('focusin', moved);
  }, [grid]);
  const shown = isSeen && !isElsewhere ? id : undefined;
  // Before the next key, which may act on the row: state set in a layout effect is drawn at once.
  useLayoutEffect(() => onChange?.(shown), [shown, onChange]);
  return { isSeen, watch, look };
}
