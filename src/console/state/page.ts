import { useEffect, useLayoutEffect } from 'react';
import { useStore } from '../lib/store.ts';
import { type Crumb, pageCrumbs, pageTitle } from './shell-state.ts';

const PRODUCT = 'Penstock';

export const formatDocumentTitle = (title: string): string => `${title} · ${PRODUCT}`;

export function useDocumentTitle(routeTitle: string | undefined): void {
  const said = useStore(pageCrumbs)?.map(({ label }) => label);
  const title = said?.reverse().join(' · ') ?? routeTitle;
  useEffect(() => {
    pageTitle.set(title);
    if (title !== undefined) document.title = formatDocumentTitle(title);
  }, [title]);
}

/** Sets the last breadcrumb parts and the document title, by default the route's title. */
export function usePage(title: string | undefined, above: readonly Crumb[] = []): void {
  const key = JSON.stringify([...above, { label: title }]);
  useLayoutEffect(() => {
    if (title === undefined) return;
    pageCrumbs.set(JSON.parse(key) as Crumb[]);
    return () => pageCrumbs.set(undefined);
  }, [title, key]);
}
