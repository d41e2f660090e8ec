import type { Point } from '../types.ts';
import { TAP_PX } from './pointer.ts';

type Tap = Point & { target: EventTarget };

const toPoint = ({ clientX, clientY }: Touch): Point => ({ x: clientX, y: clientY });

/**
 * Sends a click when the touch ends. After a drag, browsers treat a quick tap as the end of a fling and send
 * none.
 */
export function listenToTaps(frame: HTMLElement): () => void {
  let tap: Tap | undefined;
  const forget = () => {
    tap = undefined;
  };
  const start = (event: TouchEvent) => {
    const [touch, other] = event.touches;
    tap = touch && !other ? { ...toPoint(touch), target: touch.target } : undefined;
  };
  const move = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!tap || !touch) return;
    const here = toPoint(touch);
    if (Math.hypot(here.x - tap.x, here.y - tap.y) >= TAP_PX) forget();
  };
  const end = (event: TouchEvent) => {
    const tapped = tap;
    forget();
    if (!tapped || !(tapped.target instanceof Element) || !event.cancelable) return;
    // Suppresses the browser's own click.
    event.preventDefault();
    tapped.target.closest('button')?.focus({ preventScroll: true });
    const { x: clientX, y: clientY } = tapped;
    tapped.target.dispatchEvent(
      new MouseEvent('click', {
        bubbles: true,
        cancelable: true,
        composed: true,
        detail: 1,
        clientX,
        clientY,
      }),
    );
  };
  const done = new AbortController();
  const { signal } = done;
  frame.addEventListener('touchstart', start, { passive: true, signal });
  frame.addEventListener('touchmove', move, { passive: true, signal });
  frame.addEventListener('touchend', end, { passive: false, signal });
  frame.addEventListener('touchcancel', forget, done);
  frame.addEventListener('contextmenu', forget, done);
  return () => done.abort();
}
