import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { GraphHandle } from '../../widgets/graph/types.ts';

/** So long a node may take until its face drew it, and a dialog until it gave the focus back. */
const PATIENCE_MS = 5000;
/** In so many frames nothing has taken the focus away again. */
const STEADY_FRAMES = 3;

const focusedNode = (): string | undefined =>
  document.activeElement instanceof HTMLElement ? document.activeElement.dataset.node : undefined;

const isInGraph = (): boolean =>
  document.activeElement === document.body ||
  document.activeElement?.closest('[data-command-scope="pipeline.graph"]') != null;

/**
 * Moves the focus to a node that may not be drawn yet: one that was just added, or the neighbour of one that
 * is gone. A key pressed in the graph before that means that node already, so that keys in quick succession do what
 * the same keys do slowly; any other key, or a press, of the person in between goes first.
 */
export function useNodeFocus(handle: RefObject<GraphHandle | null>): (id: string) => void {
  const frame = useRef(0);
  const wanted = useRef<string>(undefined);
  const stop = useCallback(() => {
    cancelAnimationFrame(frame.current);
    wanted.current = undefined;
  }, []);

  useEffect(() => {
    const arrive = () => {
      const id = wanted.current;
      stop();
      if (id !== undefined && focusedNode() !== id && isInGraph()) handle.current?.focus(id);
    };
    // Before anything else hears the key.
    window.addEventListener('keydown', arrive, true);
    document.addEventListener('pointerdown', stop, true);
    return () => {
      stop();
      window.removeEventListener('keydown', arrive, true);
      document.removeEventListener('pointerdown', stop, true);
    };
  }, [stop, handle]);

  return useCallback(
    (id: string) => {
      stop();
      wanted.current = id;
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
        else wanted.current = undefined;
      };
      settle();
    },
    [handle, stop],
  );
}
