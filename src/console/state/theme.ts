import { STORAGE_KEYS, storage } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';
import type { Theme } from './types.ts';

const readTheme = (): Theme =>
  typeof document !== 'undefined' && document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';

export const themeStore = createStore<Theme>(readTheme());

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  storage.write(STORAGE_KEYS.theme, theme);
  themeStore.set(theme);
}
