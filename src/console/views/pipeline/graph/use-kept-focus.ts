import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Moves the focus when the focused part of the page is removed, such as the edit header or a panel.
 * @param parts the current parts as text; a change means one was added or removed
 * @param focusPlace sets the focus; not called while the focus is in a remaining part
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
    // An answered dialog returns the focus to an element that is gone.
    if (isLost || activeElement?.closest('[role="dialog"]')) focusPlace();
  });
  useEffect(() => {
    if (formerParts.current !== parts) keep();
    formerParts.current = parts;
  }, [parts]);
}
