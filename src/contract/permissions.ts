import type { CallAccess } from './calls/define.ts';
import type { AccessType, ExtraGrant, ResourceType } from './enums.ts';

export type Grant = {
  resource: ResourceType;
  types: AccessType[];
  extra: ExtraGrant[];
  /** Grants for these sites; all by default. */
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

type ResourceAccess = Extract<CallAccess, { kind: 'resource' }>;

/** `all`, or ids of sites. */
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

const sitesOfType = (grants: readonly Grant[], { resource, type }: ResourceAccess): Sites =>
  joinSites(grants.filter((one) => one.resource === resource && one.types.includes(type)));

/** Sites on which the access is held in full: its type and its extra grant on the same site, by any role. */
export function listSitesFor({ isAdministrator, grants }: Held, access: ResourceAccess): Sites {
  if (isAdministrator) return 'all';
  const { resource, grant } = access;
  const sites = sitesOfType(grants, access);
  if (grant === undefined) return sites;
  const extra = grants.filter((one) => one.resource === resource && one.extra.includes(grant));
  return intersectSites(sites, joinSites(extra));
}

/**
 * The permission missing for a call on the site, or on any site by default. Denies unless granted.
 * Shared by service, live channel, console and command line.
 */
export function lackingFor(held: Held, access: CallAccess, siteId?: string): Lacking | undefined {
  if (access.kind === 'public' || access.kind === 'session' || held.isAdministrator) return undefined;
  if (access.kind === 'admin') return { need: 'admin' };
  const { resource, type, grant } = access;
  if (includesSite(listSitesFor(held, access), siteId)) return undefined;
  const hasType = includesSite(sitesOfType(held.grants, access), siteId);
  return { need: hasType && grant !== undefined ? grant : type, resource };
}

/** The refusal: `You need WRITE on Pipelines in site Berlin`. */
export function formatLacking(lacking: Lacking, siteName?: string): string {
  if (lacking.need === 'admin') return 'You need the role Admin';
  const where = siteName === undefined ? '' : ` in site ${siteName}`;
  return `You need ${GRANT_NAMES[lacking.need]} on ${RESOURCE_NAMES[lacking.resource]}${where}`;
}
