import { useEffect } from 'react';
import { changeQuery } from '../lib/paths.ts';
import { goTo, useShownLocation } from './location.tsx';
import { siteActor, useSites } from './sites.ts';

/**
 * Selects the site of the item that a link led to.
 * @param siteId undefined while loading
 * @returns true until that site is selected
 */
export function useSiteOf(siteId: string | undefined): boolean {
  const { site, sites } = useSites();
  const { path } = useShownLocation();
  const isOther = siteId !== undefined && siteId !== site?.id && sites.some(({ id }) => id === siteId);
  useEffect(() => {
    // The previous screen may still be mounted during a transition.
    if (!isOther || path !== window.location.pathname) return;
    goTo(`${path}${changeQuery(window.location.search, { site: siteId })}`, { replace: true });
    siteActor.send({ type: 'site.named', siteId });
  }, [isOther, path, siteId]);
  return isOther;
}
