import { type RefObject, startTransition, useEffect, useState } from 'react';

/** Half a window, so that what is scrolled to by hand is there before it is seen. */
const AHEAD = '0px 0px 400px 0px';

/** A margin counts for the observed root alone, and every screen scrolls inside the window. */
function findScroller(element: HTMLElement): HTMLElement | null {
  let scroller = element.parentElement;
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY))
    scroller = scroller.parentElement;
  return scroller;
}

/**
 * False while the element is far below what is seen, and true from then on; true at once where nothing is laid out.
 * For what takes much memory and has its room kept.
 */
export function useNear(element: RefObject<HTMLElement | null>, isAwaited = true): boolean {
  const [isNear, setNear] = useState(!isAwaited);
  useEffect(() => {
    const target = element.current;
    if (isNear || !target) return;
    const show = () => setNear(true);
    if (target.getBoundingClientRect().width === 0) return show();
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && startTransition(show),
      { root: findScroller(target), rootMargin: AHEAD },
    );
    observer.observe(target);
    // At once, so that the next key finds its rows. Pages are printed as a whole.
    target.addEventListener('focusin', show);
    window.addEventListener('beforeprint', show);
    return () => {
      observer.disconnect();
      target.removeEventListener('focusin', show);
      window.removeEventListener('beforeprint', show);
    };
  }, [element, isNear]);
  return isNear;
}
