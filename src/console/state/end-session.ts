import { selectedSiteId } from '../api/selected-site.ts';
import { STORAGE_KEYS, sessionStore } from '../lib/storage.ts';
import { forgetSite } from './sites.ts';

export let hadSession = false;

export function endSession(): void {
  hadSession ||= selectedSiteId.get() !== undefined;
  sessionStore.removeAll(STORAGE_KEYS.filters);
  forgetSite();
}
