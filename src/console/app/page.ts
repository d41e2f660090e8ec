import { useEffect, useLayoutEffect } from 'react';
import { type Crumb, pageCrumbs } from '../actors/shell-state.ts';
import { useStore } from '../commands/store.ts';

const PRODUCT = 'Penstock';

export const documentTitle = (title: string): string => `${title} · ${PRODUCT}`;

/** The title of the document: what the screen says about itself, the nearest first, else its route's title. */
export function useDocumentTitle(routeTitle: string | undefined): void {
  const said = useStore(pageCrumbs)?.map(({ label }) => label);
  const title = said?.reverse().join(' · ') ?? routeTitle;
  useEffect(() => {
    if (title !== undefined) document.title = documentTitle(title);
  }, [title]);
}

/**
 * What a screen says about itself: the last parts of the breadcrumb, and with them the title of the document.
 * Without it the route's title stands there.
 */
export function usePage(title: string | undefined, above: readonly Crumb[] = []): void {
  const key = JSON.stringify([...above, { label: title }]);
  useLayoutEffect(() => {
    if (title === undefined) return;
    pageCrumbs.set(JSON.parse(key) as Crumb[]);
    return () => pageCrumbs.set(undefined);
  }, [title, key]);
}
