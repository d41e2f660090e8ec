import { createStore } from '../lib/store.ts';

/** Said by screen readers where no element on screen says it by itself. */
export const announcement = createStore({ text: '', count: 0 });

/** Polite; the next announcement takes the place of one that is not read yet. */
export function announce(text: string): void {
  announcement.set({ text, count: announcement.get().count + 1 });
}
