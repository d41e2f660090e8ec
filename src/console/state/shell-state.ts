import { createStore } from '../lib/store.ts';

export const isHelpOpen = createStore(false);

export type Crumb = { label: string; path?: string };

export const pageCrumbs = createStore<readonly Crumb[] | undefined>(undefined);
