import { changeQuery } from '../lib/paths.ts';
import { findLeaveGuard } from '../state/leave-guards.ts';
import { goTo } from '../state/location.tsx';
import { siteActor } from '../state/sites.ts';
import { findRoute, findRouteById } from './routes.ts';

const listHere = (): string | undefined => {
  const list = findRoute(window.location.pathname)?.listOnSiteChange;
  return list && findRouteById(list)?.path;
};

/** Without parameters of the previous site. */
const buildAddressHere = (siteId: string): string => {
  const { pathname, search } = window.location;
  const changes = { site: siteId, create: undefined, destination: undefined };
  return `${pathname}${changeQuery(search, changes)}`;
};

// Asks about unsaved changes; the new address then selects the site.
siteActor.on('redirect.wanted', ({ siteId }) => {
  const list = listHere();
  goTo(list === undefined ? buildAddressHere(siteId) : `${list}${changeQuery('', { site: siteId })}`);
});

/** A single item's screen is replaced by its list; unsaved changes ask first. */
export function changeSite(siteId: string): void {
  const leaves = listHere() !== undefined || findLeaveGuard(buildAddressHere(siteId)) !== undefined;
  siteActor.send({ type: 'site.picked', siteId, leaves });
  const { pathname, search } = window.location;
  // The address would select the previous site again.
  const named = new URLSearchParams(search);
  if (!leaves && (named.has('site') || named.has('destination')))
    goTo(`${pathname}${changeQuery(search, { site: siteId, destination: undefined })}`, { replace: true });
}
