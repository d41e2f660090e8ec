import type { CallAccess } from './calls/define.ts';
import type { AccessType, ExtraGrant, ResourceType } from './enums.ts';

/** What somebody may do on one kind of resource. */
export type Grant = {
  resource: ResourceType;
  types: AccessType[];
  extra: ExtraGrant[];
  /** The sites it holds on; every site when left out. */
  siteIds?: string[] | undefined;
};

/** What somebody holds: grants, or, as an administrator, all of them. */
export type Held = { isAdministrator: boolean; grants: Grant[] };

/** What is lacking for a call. */
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

const isOn = ({ siteIds }: Grant, siteId: string | undefined): boolean =>
  siteId === undefined || siteIds === undefined || siteIds.includes(siteId);

/**
 * What is lacking for a call of that access on the site, or on any site when none is given. Everything that is not
 * granted is refused (R6-36): the one rule of service, live channel, console and command line.
 */
export function lackingFor(held: Held, access: CallAccess, siteId?: string): Lacking | undefined {
  if (access.kind === 'public' || access.kind === 'session' || held.isAdministrator) return undefined;
  if (access.kind === 'admin') return { need: 'admin' };
  const { resource, type, grant } = access;
  const here = held.grants.filter((one) => one.resource === resource && isOn(one, siteId));
  if (!here.some(({ types }) => types.includes(type))) return { need: type, resource };
  if (grant && !here.some(({ extra }) => extra.includes(grant))) return { need: grant, resource };
  return undefined;
}

/** Why a call is refused, in words: `You need WRITE on Pipelines in site Berlin`. */
export function reasonOf(lacking: Lacking, siteName?: string): string {
  if (lacking.need === 'admin') return 'You need the role Admin';
  const where = siteName === undefined ? '' : ` in site ${siteName}`;
  return `You need ${GRANT_NAMES[lacking.need]} on ${RESOURCE_NAMES[lacking.resource]}${where}`;
}
