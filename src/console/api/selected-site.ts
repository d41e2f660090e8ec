import { createStore } from '../commands/store.ts';

/** Id of the selected site; the site actor writes it, query keys carry it. */
export const selectedSiteId = createStore<string | undefined>(undefined);
