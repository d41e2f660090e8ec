import { type RefObject, useCallback, useEffect, useRef } from 'react';

/**
 * Moves the focus to what a change brings on screen: the returned function names it by a selector, and the
 * first match within `within` takes the focus once it is drawn.
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
