import { useEffect, useState } from 'react';
import { EMPTY_LAYOUT, type LayoutRequest } from './layout.ts';
import { cachedLayout, layoutGraph, layoutKey } from './layout-cache.ts';
import type { GraphLayout } from './types.ts';

/**
 * The layout of a graph; while a changed one is computed, the former stays, so that nothing jumps. A layout
 * that comes too late for the graph on screen is dropped.
 */
export function useLayout(request: LayoutRequest): GraphLayout {
  const key = layoutKey(request);
  const [shown, setShown] = useState<GraphLayout>(() => cachedLayout(key) ?? EMPTY_LAYOUT);
  const known = cachedLayout(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the request
  useEffect(() => {
    let isCurrent = true;
    void layoutGraph(request).then((layout) => isCurrent && setShown(layout));
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return known ?? shown;
}
