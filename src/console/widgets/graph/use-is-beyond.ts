import { useCallback, useSyncExternalStore } from 'react';
import type { Viewport } from './canvas/use-viewport.ts';
import { contains, shownPart } from './canvas/view-math.ts';
import type { GraphLayout } from './types.ts';

/** A card cut by less than this is in sight, in px of the graph. */
const SLACK = 2;

/** True while some of the graph lies outside the frame. Moving the view draws nothing until that changes. */
export function useIsBeyond({ store, frameSize }: Viewport, layout: GraphLayout): boolean {
  const subscribe = useCallback((changed: () => void) => store.subscribe(changed), [store]);
  return useSyncExternalStore(subscribe, () => {
    const frame = frameSize();
    if (layout.width === 0 || frame.width === 0) return false;
    return !contains(shownPart(store.get(), frame), {
      left: layout.left + SLACK,
      top: layout.top + SLACK,
      right: layout.left + layout.width - SLACK,
      bottom: layout.top + layout.height - SLACK,
    });
  });
}
