import { createStore } from './store.ts';

/** Longest time a change goes unnoticed when its event is missing. */
const LOOK_EVERY_MS = 1000;

const hasWindowFocus = (): boolean => document.visibilityState !== 'hidden' && document.hasFocus();

/** True while this window is visible and has the focus. */
export const windowFocus = createStore(true);

/**
 * Polls the document at each event and each second. Events alone mislead: widgets dispatch bubbling `blur`
 * events that reach the window, and a real one can lack its `focus`.
 * @returns function that stops
 */
export function followWindowFocus(): () => void {
  const look = () => windowFocus.set(hasWindowFocus());
  look();
  addEventListener('focus', look);
  addEventListener('blur', look);
  document.addEventListener('visibilitychange', look);
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => {
    removeEventListener('focus', look);
    removeEventListener('blur', look);
    document.removeEventListener('visibilitychange', look);
    clearInterval(timer);
  };
}
