import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Draft, reachableFrom } from '../../../../machines/pipeline-editor/index.ts';

const nodeAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element
    ? (target.closest<HTMLElement>('[data-command-scope="pipeline.graph"] [data-node]')?.dataset.node ??
      undefined)
    : undefined;

const isArrow = ({ key }: KeyboardEvent): boolean => key.startsWith('Arrow');

/**
 * The nodes selected for a command on several: one by one, all of them, a node with everything after it, or
 * by Shift and an arrow, which takes the node it leaves and the one it comes to.
 */
export function useSelectedNodes(draft: Draft) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const hasChosen = chosen.length > 0;
  const leaving = useRef<string>(undefined);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      leaving.current = event.shiftKey && isArrow(event) ? nodeAt(event.target) : undefined;
      if (event.key !== 'Escape' || !hasChosen || nodeAt(event.target) === undefined) return;
      // Escape goes back one level: from a selection to none, and only then out of the edit mode.
      event.preventDefault();
      event.stopPropagation();
      setChosen([]);
    };
    // Before the graph hears the key and moves its focus.
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [hasChosen]);

  const ids = useMemo(() => chosen.filter((id) => draft.nodes[id] !== undefined), [chosen, draft]);
  return {
    ids,
    toggle: useCallback(
      (id: string) =>
        setChosen((now) => (now.includes(id) ? now.filter((other) => other !== id) : [...now, id])),
      [],
    ),
    selectAll: useCallback(() => setChosen(Object.keys(draft.nodes)), [draft]),
    selectBranch: useCallback(
      (id: string) => setChosen((now) => [...new Set([...now, ...reachableFrom(draft, [id])])]),
      [draft],
    ),
    clear: useCallback(() => setChosen([]), []),
    /** The focus came to a node: with Shift and an arrow it joins the selection. */
    extendTo: useCallback((id: string) => {
      const from = leaving.current;
      leaving.current = undefined;
      if (from !== undefined && from !== id) setChosen((now) => [...new Set([...now, from, id])]);
    }, []),
  };
}
