import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether what stands in the scroller is wider than it, so that it scrolls sideways. */
export function useSideways(scroller: RefObject<HTMLElement | null>): boolean {
  const [isSideways, setSideways] = useState(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const tell = () => setSideways(element.scrollWidth > element.clientWidth);
    tell();
    const observer = new ResizeObserver(tell);
    for (const box of [element, ...element.children]) observer.observe(box);
    return () => observer.disconnect();
  }, [scroller]);
  return isSideways;
}
