import { useEffect, useLayoutEffect, useRef } from 'react';
import { changeQuery } from '../../../lib/paths.ts';
import { goTo } from '../../../state/location.tsx';

/**
 * Hides the frame around the screen while the address says so, and asks the browser for the whole display when a
 * person wants it. A browser that refuses still shows the screen without its frame.
 * @param leave called when the browser left it, as with Escape
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
    const followBrowser = () => {
      if (!document.fullscreenElement) latest.current();
    };
    const leaveByKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) latest.current();
    };
    document.addEventListener('fullscreenchange', followBrowser);
    document.addEventListener('keydown', leaveByKey);
    return () => {
      document.removeEventListener('fullscreenchange', followBrowser);
      document.removeEventListener('keydown', leaveByKey);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [isFull]);
  return (next) => {
    if (next) document.documentElement.requestFullscreen?.().catch(() => undefined);
    const address = changeQuery(window.location.search, { full: next ? '1' : undefined });
    goTo(`${window.location.pathname}${address}`, { replace: true });
  };
}
