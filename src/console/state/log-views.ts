import type { LogView } from '../../contract/entities/preferences.ts';
import { createStore } from '../lib/store.ts';

/** Saved views of Log Search of this person, on all sites; none until their preferences are read. */
export const savedLogViews = createStore<readonly LogView[]>([]);
