import { useSyncExternalStore } from 'react';
import { createStore } from '../../../lib/store.ts';

/** The root's size at the browser's default, see styles/global. */
const BASE_TEXT_PX = 15;

const measure = (): number =>
  (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || BASE_TEXT_PX) / BASE_TEXT_PX;

/** Undefined until requested. Measured once, since measuring computes styles. */
const textScale = createStore<number | undefined>(undefined);

/** The browser's text size changes without an event: a box of 1 rem is observed instead. */
function follow(): void {
  const box = document.body.appendChild(document.createElement('div'));
  box.style.cssText = 'position:absolute;visibility:hidden;width:1rem';
  new ResizeObserver(() => textScale.set(measure())).observe(box);
}

function readTextScale(): number {
  const known = textScale.get();
  if (known !== undefined) return known;
  const first = measure();
  textScale.set(first);
  follow();
  return first;
}

/** Browser text size relative to its default: 2 for 200 %. */
export const useTextScale = (): number => useSyncExternalStore(textScale.subscribe, readTextScale);
