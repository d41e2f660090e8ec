import { createStore } from '../commands/store.ts';

/** Full-page problems of E9 and E10. */
export type PageProblem = 'validate-email' | 'not-authorized' | 'site-forbidden' | 'site-error';

/** What takes the whole page instead of a screen. */
export const pageProblem = createStore<PageProblem | undefined>(undefined);

export const isHelpOpen = createStore(false);

export type Crumb = { label: string; path?: string };

/** What the mounted screen says about itself; undefined takes the route's title. */
export const pageCrumbs = createStore<readonly Crumb[] | undefined>(undefined);
