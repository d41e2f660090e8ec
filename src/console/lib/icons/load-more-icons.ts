import type { MORE_ICONS } from './more-icons.ts';

let loaded: typeof MORE_ICONS | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

export const getMoreIcons = () => loaded;

export function subscribeToIcons(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lazy-loads the remaining icons; on failure, labels are shown without icons. */
export function loadMoreIcons(): Promise<void> {
  loading ??= import('./more-icons.ts').then(
    ({ MORE_ICONS }) => {
      loaded = MORE_ICONS;
      for (const listener of listeners) listener();
    },
    () => {
      // The next caller tries again.
      loading = undefined;
    },
  );
  return loading;
}
