import { type RefObject, useLayoutEffect, useState } from 'react';
import { useTextScale } from './text/text-scale.ts';

/** Px of normal text; larger text makes it smaller. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const scale = useTextScale();
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => {
      // Without layout (jsdom) keep the default.
      if (measured.clientWidth > 0) setWidth(measured.clientWidth);
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(measured);
    measure();
    return () => sizes.disconnect();
  }, [element]);
  return width / scale;
}
