import { startTransition, useEffect, useState } from 'react';

/** Frames until what was rendered, tables included, is on screen. */
const FRAMES = 3;

/** False until the surrounding screen is painted, so that code for content below does not compete with it. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let frame = 0;
    const wait = (frames: number): void => {
      frame = requestAnimationFrame(() =>
        frames > 1 ? wait(frames - 1) : startTransition(() => setPainted(true)),
      );
    };
    wait(FRAMES);
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}
