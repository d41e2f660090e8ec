import { computeLayout, type LayoutRequest } from './layout.ts';

/** Lays out large graphs beside the main thread. */
self.onmessage = async (event: MessageEvent<{ id: number; request: LayoutRequest }>) => {
  const { id, request } = event.data;
  self.postMessage({ id, layout: await computeLayout(request) });
};
