import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Draft } from '../../../../graph/draft.ts';
import { reachableFrom } from '../../../../graph/walk.ts';

const findNodeAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element
    ? (target.closest<HTMLElement>('[data-command-scope="pipeline.graph"] [data-node]')?.dataset.node ??
      undefined)
    : undefined;

const isArrow = ({ key }: KeyboardEvent): boolean => key.startsWith('Arrow');

export function useSelectedNodes(draft: Draft) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const hasChosen = chosen.length > 0;
  const leaving = useRef<string>(undefined);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      leaving.current = event.shiftKey && isArrow(event) ? findNodeAt(event.target) : undefined;
      if (event.key !== 'Escape' || !hasChosen || findNodeAt(event.target) === undefined) return;
      // Escape clears the selection first; the next one leaves edit mode.
      event.preventDefault();
      event.stopPropagation();
      setChosen([]);
    };
    // Capture phase: before the graph moves its focus.
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
    /** With Shift and an arrow key, the selection extends to the focused node. */
    extendTo: useCallback((id: string) => {
      const from = leaving.current;
      leaving.current = undefined;
      if (from !== undefined && from !== id) setChosen((now) => [...new Set([...now, from, id])]);
    }, []),
  };
}
