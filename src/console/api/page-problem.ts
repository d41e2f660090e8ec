import { createStore } from '../lib/store.ts';

export type PageProblem = 'validate-email' | 'not-authorized' | 'site-forbidden' | 'site-error';

/** Replaces the whole shell. */
export const pageProblem = createStore<PageProblem | undefined>(undefined);
