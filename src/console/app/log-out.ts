import { pageProblem } from '../actors/shell-state.ts';
import { forgetSite } from '../actors/sites.ts';
import { STORAGE_KEYS, sessionStore } from '../actors/storage.ts';
import { notify } from '../actors/toasts.ts';
import { goTo } from './location.tsx';
import { paths } from './paths.ts';

/** Forgets the site, the filters of this tab and all data (R4-103). */
export function endSession(): void {
  sessionStore.removeAll(STORAGE_KEYS.filters);
  forgetSite();
}

function restart(): void {
  pageProblem.set(undefined);
  endSession();
  notify({
    message: 'Logged out. Sign-in is off on this service, so the local operator is signed in again.',
    status: 'info',
  });
}

/**
 * Logout without a sign-in (R1-36, R4-103): ends the session and shows the dashboard anew. Unsaved changes are
 * asked about first; who keeps them stays.
 */
export const logOut = (): void => goTo(paths.dashboard(), { onArrive: restart });
