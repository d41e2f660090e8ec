import { createStore } from '../lib/store.ts';

export const selectedSiteId = createStore<string | undefined>(undefined);
