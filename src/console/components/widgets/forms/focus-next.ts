import { type RefObject, useCallback, useEffect, useRef } from 'react';

/**
 * Moves the focus to an element that the next render adds: pass a selector, whose first match inside `within`
 * gets it.
 */
export function useFocusNext(within: RefObject<HTMLElement | null>): (selector: string) => void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const target = within.current?.querySelector<HTMLElement>(wanted.current);
    wanted.current = undefined;
    target?.focus();
  });
  return useCallback((selector: string) => {
    wanted.current = selector;
  }, []);
}
