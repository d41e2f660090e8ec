import { createStore } from '../lib/store.ts';

/** Set by the site actor; part of every query key. */
export const selectedSiteId = createStore<string | undefined>(undefined);
