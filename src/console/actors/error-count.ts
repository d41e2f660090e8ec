import { createStore } from '../commands/store.ts';

/** Unacknowledged errors of the site in the last 24 hours, as the sidebar knows them. */
export const unacknowledgedErrors = createStore(0);
