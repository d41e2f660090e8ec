import { type RefObject, useLayoutEffect, useState } from 'react';

const BASE_TEXT_PX = 15;

/** Px of normal text; larger text makes it smaller. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => {
      const textPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || BASE_TEXT_PX;
      // Without layout (jsdom) keep the default.
      if (measured.clientWidth > 0) setWidth((measured.clientWidth * BASE_TEXT_PX) / textPx);
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(measured);
    measure();
    return () => sizes.disconnect();
  }, [element]);
  return width;
}
