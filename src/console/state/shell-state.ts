import { createStore } from '../lib/store.ts';

export const isHelpOpen = createStore(false);

export type Crumb = { label: string; path?: string };

export const pageTitle = createStore<string | undefined>(undefined);

export const pageCrumbs = createStore<readonly Crumb[] | undefined>(undefined);
