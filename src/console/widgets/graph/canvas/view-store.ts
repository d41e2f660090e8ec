import type { View } from './view-math.ts';

type Listener = (view: View, isGliding: boolean) => void;

/**
 * Where the plane lies. Listeners write it to the page themselves: moving and zooming draw no component again.
 */
export type ViewStore = {
  get: () => View;
  /** Gliding goes there in the time of a change of layout. */
  set: (view: View, isGliding?: boolean) => void;
  /** Tells again where it lies: the frame around it has another size. */
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
