import { useEffect, useLayoutEffect, useRef } from 'react';
import { changeQuery } from '../../../lib/paths.ts';
import { goTo } from '../../../state/location.tsx';

/**
 * Hides the frame around the screen while the address says so. Not the Fullscreen API: leaving it would take
 * the focus from what was opened meanwhile.
 * @param leave called on Escape
 */
export function useFullScreen(isFull: boolean, leave: () => void): (isFull: boolean) => void {
  const latest = useRef(leave);
  useLayoutEffect(() => {
    latest.current = leave;
  });
  useLayoutEffect(() => {
    if (!isFull) return undefined;
    document.documentElement.dataset.fullScreen = '';
    return () => {
      delete document.documentElement.dataset.fullScreen;
    };
  }, [isFull]);
  useEffect(() => {
    if (!isFull) return undefined;
    const leaveByKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) latest.current();
    };
    document.addEventListener('keydown', leaveByKey);
    return () => document.removeEventListener('keydown', leaveByKey);
  }, [isFull]);
  return (next) => {
    const address = changeQuery(window.location.search, { full: next ? '1' : undefined });
    goTo(`${window.location.pathname}${address}`, { replace: true });
  };
}
