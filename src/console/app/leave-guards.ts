import { useEffect, useEffectEvent } from 'react';

/** Keeps a screen on which something is not saved: `target` is path and query of a way out. */
type LeaveGuard = { holds: (target: string) => boolean; ask: (target: string) => void };

const guards: LeaveGuard[] = [];

/** The guard that a way out is asked of first: the one of what came on screen last. */
export const guardOf = (target: string): LeaveGuard | undefined =>
  guards.findLast((guard) => guard.holds(target));

type Unsaved = LeaveGuard & {
  /** The browser's own question when the page is closed; most browsers word it themselves. */
  unload: string;
};

/**
 * Unsaved changes are not lost on the way out (E18): another address asks first, whether it comes from a link,
 * the palette, a key or the browser's history; closing the page makes the browser ask.
 */
export function useLeaveGuards(isArmed: boolean, { holds, ask, unload }: Unsaved): void {
  const holdsNow = useEffectEvent(holds);
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (!isArmed) return;
    const guard: LeaveGuard = { holds: (target) => holdsNow(target), ask: (target) => askNow(target) };
    const onUnload = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      event.returnValue = unload;
    };
    guards.push(guard);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      guards.splice(guards.indexOf(guard), 1);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isArmed, unload]);
}
