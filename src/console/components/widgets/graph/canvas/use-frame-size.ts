import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Size } from './view-math.ts';

/** Inner size of an element; undefined before it is drawn. */
export function useFrameSize(frameRef: RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const frame = frameRef.current;
    if (!frame) return;
    const read = () => {
      const { clientWidth: width, clientHeight: height } = frame;
      setSize((now) => (now?.width === width && now.height === height ? now : { width, height }));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(frame);
    return () => observer.disconnect();
  }, [frameRef]);
  return size;
}
