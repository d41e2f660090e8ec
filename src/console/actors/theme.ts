import { createStore } from '../commands/store.ts';
import { STORAGE_KEYS, storage } from './storage.ts';
import type { Theme } from './types.ts';

const readTheme = (): Theme =>
  typeof document !== 'undefined' && document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';

/** The theme on screen. `app/early-script.ts` sets it before the first paint; this changes and stores it. */
export const themeStore = createStore<Theme>(readTheme());

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  storage.write(STORAGE_KEYS.theme, theme);
  themeStore.set(theme);
}
