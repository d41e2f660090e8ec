import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Whoever works by keys keeps a place on the page when a part of it goes away with the focus in it: the head of
 * the edit mode, or a panel.
 * @param parts what is on the page; another text says that a part came or went.
 * @param focusPlace gives the focus a place; not called where the focus is in a part that is still there.
 */
export function useKeptFocus(parts: string, focusPlace: () => void): void {
  const lastFocused = useRef<EventTarget | null>(null);
  const formerParts = useRef(parts);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      lastFocused.current = target;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  const keep = useEffectEvent(() => {
    const { activeElement, body } = document;
    const last = lastFocused.current;
    const isLost = activeElement === body && last instanceof Element && !last.isConnected;
    // A question that was answered gives the focus back to where it was asked, which is gone.
    if (isLost || activeElement?.closest('[role="dialog"]')) focusPlace();
  });
  useEffect(() => {
    if (formerParts.current !== parts) keep();
    formerParts.current = parts;
  }, [parts]);
}
