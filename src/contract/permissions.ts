import type { CallAccess, ResourceAccess } from './calls/define.ts';
import {
  ACCESS_TYPES,
  type AccessType,
  EXTRA_GRANTS,
  type ExtraGrant,
  RESOURCE_TYPES,
  type ResourceType,
} from './enums.ts';

export type Grant = {
  resource: ResourceType;
  types: AccessType[];
  extra: ExtraGrant[];
  siteIds?: string[] | undefined;
};

/** Administrators have every grant. */
export type Held = { isAdministrator: boolean; grants: Grant[] };

export type Lacking = { need: 'admin' } | { need: AccessType | ExtraGrant; resource: ResourceType };

export const RESOURCE_NAMES: Record<ResourceType, string> = {
  SOURCES: 'Sources',
  SINKS: 'Destinations',
  PIPELINES: 'Pipelines',
  HYDRATIONS: 'Hydrations',
  SITES: 'Sites',
};

const GRANT_NAMES: Record<AccessType | ExtraGrant, string> = {
  READ: 'READ',
  WRITE: 'WRITE',
  DELETE: 'DELETE',
  DEPLOY: 'DEPLOY',
  LIVE_CAPTURE: 'LIVE CAPTURE',
};

export type Sites = 'all' | string[];

const joinSites = (grants: readonly Grant[]): Sites =>
  grants.some(({ siteIds }) => siteIds === undefined)
    ? 'all'
    : [...new Set(grants.flatMap(({ siteIds }) => siteIds ?? []))];

const intersectSites = (a: Sites, b: Sites): Sites => {
  if (a === 'all') return b;
  return b === 'all' ? a : a.filter((id) => b.includes(id));
};

const includesSite = (sites: Sites, siteId: string | undefined): boolean =>
  sites === 'all' || (siteId === undefined ? sites.length > 0 : sites.includes(siteId));

const sitesOfType = (
  grants: readonly Grant[],
  { resource, type }: Pick<ResourceAccess, 'resource' | 'type'>,
): Sites => joinSites(grants.filter((one) => one.resource === resource && one.types.includes(type)));

const sitesOfExtra = (grants: readonly Grant[], resource: ResourceType, extra: ExtraGrant): Sites =>
  joinSites(grants.filter((one) => one.resource === resource && one.extra.includes(extra)));

/** Sites where all of it is held, by any role: type, extra grant and what else the call needs. */
export function listSitesFor(held: Held, access: ResourceAccess): Sites {
  if (held.isAdministrator) return 'all';
  const { resource, grant, also = [] } = access;
  const own = sitesOfType(held.grants, access);
  const both = grant === undefined ? own : intersectSites(own, sitesOfExtra(held.grants, resource, grant));
  return also.reduce((sites, one) => intersectSites(sites, listSitesFor(held, one)), both);
}

/**
 * The permission missing on the site (any site by default). Denies unless granted. Shared by service, live
 * channel, console and command line.
 */
export function lackingFor(held: Held, access: CallAccess, siteId?: string): Lacking | undefined {
  if (access.kind === 'public' || access.kind === 'session' || held.isAdministrator) return undefined;
  if (access.kind === 'admin') return { need: 'admin' };
  if (includesSite(listSitesFor(held, access), siteId)) return undefined;
  const { resource, type, grant, also = [] } = access;
  if (!includesSite(sitesOfType(held.grants, access), siteId)) return { need: type, resource };
  const lacksOwn = !includesSite(listSitesFor(held, { ...access, also: [] }), siteId);
  if (lacksOwn && grant !== undefined) return { need: grant, resource };
  const lacking = also.map((one) => lackingFor(held, one, siteId)).find((one) => one !== undefined);
  // Each is held somewhere, but not together on one site.
  return lacking ?? { need: also[0]?.type ?? type, resource: also[0]?.resource ?? resource };
}

export function intersectGrants(one: Held, other: Held): Held {
  const isAdministrator = one.isAdministrator && other.isAdministrator;
  const grant = (resource: ResourceType, sites: Sites, held: Pick<Grant, 'types' | 'extra'>): Grant[] =>
    sites.length === 0 ? [] : [{ resource, ...held, ...(sites === 'all' ? {} : { siteIds: sites }) }];
  const intersectLists = (list: (held: Held) => Sites): Sites => intersectSites(list(one), list(other));
  const grants = RESOURCE_TYPES.flatMap((resource) => [
    ...ACCESS_TYPES.flatMap((type) => {
      const sites = intersectLists((held) =>
        held.isAdministrator ? 'all' : sitesOfType(held.grants, { resource, type }),
      );
      return grant(resource, sites, { types: [type], extra: [] });
    }),
    ...EXTRA_GRANTS.flatMap((extra) => {
      const sites = intersectLists((held) =>
        held.isAdministrator ? 'all' : sitesOfExtra(held.grants, resource, extra),
      );
      return grant(resource, sites, { types: [], extra: [extra] });
    }),
  ]);
  return { isAdministrator, grants };
}

export function isWithin(held: Held, other: Held): boolean {
  const covers = (sites: Sites, by: Sites) =>
    by === 'all' || (sites !== 'all' && sites.every((site) => by.includes(site)));
  if (other.isAdministrator) return true;
  return (
    !held.isAdministrator &&
    held.grants.every(({ resource, types, extra, siteIds }) => {
      const isHeld = (sites: Sites) => covers(siteIds ?? 'all', sites);
      return (
        types.every((type) => isHeld(sitesOfType(other.grants, { resource, type }))) &&
        extra.every((one) => isHeld(sitesOfExtra(other.grants, resource, one)))
      );
    })
  );
}

/** `You need WRITE on Pipelines in site Berlin`. */
export function formatLacking(lacking: Lacking, siteName?: string): string {
  if (lacking.need === 'admin') return 'You need the role Admin';
  const where = siteName === undefined ? '' : ` in site ${siteName}`;
  return `You need ${GRANT_NAMES[lacking.need]} on ${RESOURCE_NAMES[lacking.resource]}${where}`;
}
