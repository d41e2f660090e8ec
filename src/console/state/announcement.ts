import { createStore } from '../lib/store.ts';

/** Announced by screen readers when no element does it. */
export const announcement = createStore({ text: '', count: 0 });

/** Polite; replaces an announcement not read yet. */
export function announce(text: string): void {
  announcement.set({ text, count: announcement.get().count + 1 });
}
