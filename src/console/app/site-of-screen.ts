import { useEffect } from 'react';
import { siteActor, useSites } from '../actors/sites.ts';
import { goTo, useShownLocation } from './location.tsx';
import { changeQuery } from './paths.ts';

/**
 * Takes the site of the one thing that a screen shows, where an address led to one of another site: one works
 * inside one site at a time (R1-08), and nothing of it was counted in the other.
 * @param siteId undefined while the thing is being read
 * @returns true until that site is the selected one
 */
export function useSiteOf(siteId: string | undefined): boolean {
  const { site, sites } = useSites();
  const { path } = useShownLocation();
  const isOther = siteId !== undefined && siteId !== site?.id && sites.some(({ id }) => id === siteId);
  useEffect(() => {
    // The screen may still be the former one: what was left takes no site any more.
    if (!isOther || path !== window.location.pathname) return;
    goTo(`${path}${changeQuery(window.location.search, { site: siteId })}`, { replace: true });
    siteActor.send({ type: 'site.named', siteId });
  }, [isOther, path, siteId]);
  return isOther;
}
