import { selectSite } from '../actors/sites.ts';
import { selectedSiteId } from '../api/selected-site.ts';
import { guardOf } from './leave-guards.ts';
import { goTo } from './location.tsx';
import { changeQuery } from './paths.ts';
import { routeById, routeOf } from './routes.ts';

/**
 * Another site, chosen by the person (E10). A screen that shows one thing of the former site gives way to its
 * list; going there asks first when something is unsaved (E18), and the address then says which site.
 */
export function changeSite(siteId: string): void {
  if (selectedSiteId.get() === siteId) return;
  const { pathname, search } = window.location;
  const list = routeOf(pathname)?.listOnSiteChange;
  const target = list && routeById(list)?.path;
  if (target !== undefined) {
    goTo(`${target}${changeQuery('', { site: siteId })}`);
    return;
  }
  // What is typed on this screen belongs to the former site: an address without it asks first.
  const clean = `${pathname}${changeQuery(search, { site: siteId, create: undefined, destination: undefined })}`;
  if (guardOf(clean)) {
    goTo(clean);
    return;
  }
  selectSite(siteId);
  // An address that names the former site would bring it back.
  if (new URLSearchParams(search).has('site'))
    goTo(`${pathname}${changeQuery(search, { site: siteId })}`, { replace: true });
}
