import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { GraphHandle } from '../../../components/widgets/graph/types.ts';

/** Longest wait for a node to be drawn, or for a dialog to return the focus. */
const PATIENCE_MS = 5000;
/** Frames without a focus change before the node counts as focused. */
const STEADY_FRAMES = 3;

const findFocusedNode = (): string | undefined =>
  document.activeElement instanceof HTMLElement ? document.activeElement.dataset.node : undefined;

const isInGraph = (): boolean =>
  document.activeElement === document.body ||
  document.activeElement?.closest('[data-command-scope="pipeline.graph"]') != null;

/**
 * Focuses a node that may not be drawn yet. Keys pressed in the graph meanwhile already apply to that node;
 * other keys and pointer input cancel the wait.
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
      if (id !== undefined && findFocusedNode() !== id && isInGraph()) handle.current?.focus(id);
    };
    // Before any other key listener.
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
        // The time limit starts when the lazy-loaded graph is there.
        if (!face) end = performance.now() + PATIENCE_MS;
        if (face && findFocusedNode() === id) steady += 1;
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
