import { wasFromHistory } from '../location.tsx';

/** Where each screen of this visit was scrolled to, in pixels. */
const places = new Map<string, number>();
/** Data that makes the screen tall enough may take a while. */
const GIVE_UP_MS = 3000;
const TAKES_OVER = ['wheel', 'keydown', 'pointerdown', 'touchstart'] as const;

/**
 * A screen starts at its top; gone back to, at the place where it was left, as soon as it is tall enough and
 * unless the person has begun to scroll. Returns the way to stop.
 */
export function keepScroll(main: HTMLElement, path: string): () => void {
  const wanted = wasFromHistory() ? (places.get(path) ?? 0) : 0;
  const restore = () => {
    main.scrollTop = wanted;
    if (main.scrollTop >= wanted - 1) stop();
  };
  const grown = new ResizeObserver(restore);
  const timer = setTimeout(() => stop(), GIVE_UP_MS);
  function stop(): void {
    grown.disconnect();
    clearTimeout(timer);
    for (const event of TAKES_OVER) window.removeEventListener(event, stop);
  }
  for (const event of TAKES_OVER) window.addEventListener(event, stop, { passive: true });
  for (const child of main.children) grown.observe(child);
  restore();
  const remember = () => places.set(path, main.scrollTop);
  main.addEventListener('scroll', remember, { passive: true });
  return () => {
    stop();
    main.removeEventListener('scroll', remember);
  };
}
