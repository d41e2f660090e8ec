import type { View } from './view-math.ts';

type Listener = (view: View, isGliding: boolean) => void;

/** Holds the view. Subscribers write to the DOM directly, so panning and zooming render no components. */
export type ViewStore = {
  get: () => View;
  /** Gliding animates like a layout change. */
  set: (view: View, isGliding?: boolean) => void;
  /** Notifies subscribers again after the frame was resized. */
  refresh: () => void;
  subscribe: (listener: Listener) => () => void;
};

export function createViewStore(initial: View): ViewStore {
  let view = initial;
  const listeners = new Set<Listener>();
  const tell = (isGliding: boolean) => {
    for (const listener of listeners) listener(view, isGliding);
  };
  return {
    get: () => view,
    set: (next, isGliding = false) => {
      if (next.x === view.x && next.y === view.y && next.scale === view.scale) return;
      view = next;
      tell(isGliding);
    },
    refresh: () => tell(false),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
