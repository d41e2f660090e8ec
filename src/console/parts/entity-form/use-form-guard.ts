import { selectIsArmed } from '../../../../machines/connection-form/index.ts';
import { useLeaveGuards } from '../../app/leave-guards.ts';
import { useShownLocation } from '../../app/location.tsx';

type Form = { getSnapshot: () => Parameters<typeof selectIsArmed>[0] };

/** What of an address says which form is open, and in which site. */
const NAMES_FORM = ['create', 'destination', 'user', 'site'];

/** What was typed into a form is not lost on the way out: an address without this form asks first (E18). */
export function useFormGuard(form: Form, isArmed: boolean, ask: (target: string) => void): void {
  const { path, search } = useShownLocation();
  const shown = new URLSearchParams(search);
  const isThisForm = (target: string): boolean => {
    const { pathname, searchParams } = new URL(target, window.location.href);
    return pathname === path && NAMES_FORM.every((name) => searchParams.get(name) === shown.get(name));
  };
  useLeaveGuards(isArmed, {
    holds: (target) => !isThisForm(target) && selectIsArmed(form.getSnapshot()),
    // While it is being saved, or has a question open, leaving waits.
    ask,
    unload: 'You have unfinished changes!',
  });
}
