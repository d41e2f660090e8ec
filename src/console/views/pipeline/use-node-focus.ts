import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { GraphHandle } from '../../widgets/graph/types.ts';

/** So long a node may take until its face drew it, and a dialog until it gave the focus back. */
const PATIENCE_MS = 5000;
/** In so many frames nothing has taken the focus away again. */
const STEADY_FRAMES = 3;

const focusedNode = (): string | undefined =>
  document.activeElement instanceof HTMLElement ? document.activeElement.dataset.node : undefined;

/**
 * Moves the focus to a node that may not be drawn yet: one that was just added, or the neighbour of one that
 * is gone. A key or a press of the person in between goes first.
 */
export function useNodeFocus(handle: RefObject<GraphHandle | null>): (id: string) => void {
  const frame = useRef(0);
  const stop = useCallback(() => cancelAnimationFrame(frame.current), []);

  useEffect(() => {
    document.addEventListener('keydown', stop, true);
    document.addEventListener('pointerdown', stop, true);
    return () => {
      stop();
      document.removeEventListener('keydown', stop, true);
      document.removeEventListener('pointerdown', stop, true);
    };
  }, [stop]);

  return useCallback(
    (id: string) => {
      stop();
      let steady = 0;
      let end = performance.now() + PATIENCE_MS;
      const settle = () => {
        const face = handle.current;
        // Its code takes what it takes; the former face may still have the focus, out of sight.
        if (!face) end = performance.now() + PATIENCE_MS;
        if (face && focusedNode() === id) steady += 1;
        else {
          steady = 0;
          face?.focus(id);
        }
        if (steady < STEADY_FRAMES && performance.now() < end) frame.current = requestAnimationFrame(settle);
      };
      settle();
    },
    [handle, stop],
  );
}
