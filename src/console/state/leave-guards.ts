import { useEffect, useEffectEvent } from 'react';

/** `target` is the path and query of the destination. */
type LeaveGuard = { holds: (target: string) => boolean; ask: (target: string) => void };

const guards: LeaveGuard[] = [];

/** The newest guard that blocks leaving for `target`. */
export const findLeaveGuard = (target: string): LeaveGuard | undefined =>
  guards.findLast((guard) => guard.holds(target));

type Unsaved = LeaveGuard & {
  /** Text for the browser's own prompt; most show their own. */
  unload: string;
};

/** Navigation by link, palette, key or history asks first; closing the page makes the browser ask. */
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
