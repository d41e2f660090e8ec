import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Gives the focus back to the graph when what stood beside it is gone, and the focus with it.
 * @param isBeside whether it stands there.
 */
export function useFocusBack(isBeside: boolean, focusGraph: () => void): void {
  const was = useRef(isBeside);
  const giveBack = useEffectEvent(() => {
    if (document.activeElement === document.body) focusGraph();
  });
  useEffect(() => {
    if (was.current && !isBeside) giveBack();
    was.current = isBeside;
  }, [isBeside]);
}
