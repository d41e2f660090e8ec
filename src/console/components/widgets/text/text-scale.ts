import { useSyncExternalStore } from 'react';

/** The root's size at the browser's default, see styles/global. */
const BASE_TEXT_PX = 15;

const measure = (): number =>
  (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || BASE_TEXT_PX) / BASE_TEXT_PX;

const listeners = new Set<() => void>();
let known: number | undefined;

/** The browser's text size changes without any event: a box of 1 rem is watched for it. */
function follow(): void {
  const box = document.body.appendChild(document.createElement('div'));
  box.style.cssText = 'position:absolute;visibility:hidden;width:1rem';
  new ResizeObserver(() => {
    const now = measure();
    if (now === known) return;
    known = now;
    for (const listener of [...listeners]) listener();
  }).observe(box);
}

/** Size of the browser's text relative to its default: 2 for 200 %. Measured once, since that computes styles. */
export function readTextScale(): number {
  if (known === undefined) {
    known = measure();
    follow();
  }
  return known;
}

const watch = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTextScale = (): number => useSyncExternalStore(watch, readTextScale);
