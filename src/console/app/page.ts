import { useEffect, useLayoutEffect } from 'react';
import { type Crumb, pageCrumbs } from '../actors/shell-state.ts';

const PRODUCT = 'Penstock';

export const documentTitle = (title: string): string => `${title} · ${PRODUCT}`;

/**
 * What a screen says about itself: the breadcrumb's last part and the title of the document. Without it the
 * route's title stands there.
 */
export function usePage(title: string | undefined, above: readonly Crumb[] = []): void {
  const key = JSON.stringify([...above, { label: title }]);
  useLayoutEffect(() => {
    if (title === undefined) return;
    pageCrumbs.set(JSON.parse(key) as Crumb[]);
    return () => pageCrumbs.set(undefined);
  }, [title, key]);
  useEffect(() => {
    if (title !== undefined) document.title = documentTitle(title);
  }, [title]);
}
