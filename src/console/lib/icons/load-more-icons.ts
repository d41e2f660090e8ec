import type { LucideIcon } from 'lucide-react';

const loaded = new Map<string, LucideIcon>();
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Undefined until it is loaded. */
export const findLoadedIcon = (name: string): LucideIcon | undefined => loaded.get(name);

export function subscribeToIcons(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function addIcons(icons: Readonly<Record<string, LucideIcon>>): void {
  for (const [name, icon] of Object.entries(icons)) loaded.set(name, icon);
  for (const listener of listeners) listener();
}

/** Lazy-loads the remaining icons; on failure, labels are shown without icons. */
export function loadMoreIcons(): Promise<void> {
  loading ??= Promise.all([import('./screen-icons.ts'), import('./more-icons.ts')]).then(
    ([{ SCREEN_ICONS }, { MORE_ICONS }]) => addIcons({ ...SCREEN_ICONS, ...MORE_ICONS }),
    () => {
      // The next caller tries again.
      loading = undefined;
    },
  );
  return loading;
}

let adding: Promise<void> | undefined;

/** Those of the screen, before it is drawn; on failure as above. */
export function loadScreenIcons(): Promise<void> {
  adding ??= import('./screen-icons.ts').then(
    ({ SCREEN_ICONS }) => addIcons(SCREEN_ICONS),
    () => {
      adding = undefined;
    },
  );
  return adding;
}
