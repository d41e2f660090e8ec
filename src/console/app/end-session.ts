import { forgetSite } from '../actors/sites.ts';
import { STORAGE_KEYS, sessionStore } from '../actors/storage.ts';
import { selectedSiteId } from '../api/selected-site.ts';

/** Somebody was signed in when the session ended. */
export let hadSession = false;

/** Forgets the site, the filters of this tab and all data (R4-103). */
export function endSession(): void {
  hadSession ||= selectedSiteId.get() !== undefined;
  sessionStore.removeAll(STORAGE_KEYS.filters);
  forgetSite();
}
