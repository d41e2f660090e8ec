import { siteActor } from '../actors/sites.ts';
import { guardOf } from './leave-guards.ts';
import { goTo } from './location.tsx';
import { changeQuery } from './paths.ts';
import { routeById, routeOf } from './routes.ts';

const listHere = (): string | undefined => {
  const list = routeOf(window.location.pathname)?.listOnSiteChange;
  return list && routeById(list)?.path;
};

/** This address without what is typed on its screen, which belongs to the former site; it names `siteId`. */
const here = (siteId: string): string => {
  const { pathname, search } = window.location;
  const changes = { site: siteId, create: undefined, destination: undefined };
  return `${pathname}${changeQuery(search, changes)}`;
};

// Going there asks first when something is unsaved (E18); the address then selects the site.
siteActor.on('redirect.wanted', ({ siteId }) => {
  const list = listHere();
  goTo(list === undefined ? here(siteId) : `${list}${changeQuery('', { site: siteId })}`);
});

/**
 * Another site, chosen by the person (E10). A screen that shows one thing of the former site gives way to its
 * list, and one on which something is unsaved asks first.
 */
export function changeSite(siteId: string): void {
  const leaves = listHere() !== undefined || guardOf(here(siteId)) !== undefined;
  siteActor.send({ type: 'site.picked', siteId, leaves });
  const { pathname, search } = window.location;
  // An address that names the former site, or a destination of it, would bring it back.
  const named = new URLSearchParams(search);
  if (!leaves && (named.has('site') || named.has('destination')))
    goTo(`${pathname}${changeQuery(search, { site: siteId, destination: undefined })}`, { replace: true });
}
