import type { CallAccess } from '../../contract/calls/define.ts';
import type { OpenSession } from '../../contract/entities/sso.ts';
import { isAdmin, type User } from '../../contract/entities/user.ts';
import {
  formatLacking,
  type Grant,
  type Held,
  lackingFor,
  listSitesFor,
  type Sites,
} from '../../contract/permissions.ts';
import type { HeldRole } from './roles.ts';

export type { Grant };

export type Principal = {
  user: User;
  grants: Grant[];
  /** API keys: limited to the owner's grants, so a role alone makes no administrator. */
  isAdministrator?: boolean;
  keyId?: string;
  /** Rotating the secret ends what the previous one opened. */
  keySecretHash?: string;
  /** Absent while sign-in is off. */
  session?: { id: string; provider: OpenSession['provider'] };
};

/** An API key may narrow the sites. */
export const collectGrants = (roles: readonly HeldRole[], onlySites: readonly string[] = []): Grant[] =>
  roles.flatMap((role) => {
    const ofRole = role.siteIds.length > 0 ? role.siteIds : undefined;
    const siteIds = onlySites.length > 0 ? onlySites.filter((id) => ofRole?.includes(id) ?? true) : ofRole;
    return role.grants.map(({ resourceType, accessTypes, extraGrants }) => ({
      resource: resourceType,
      types: accessTypes,
      extra: extraGrants,
      ...(siteIds ? { siteIds } : {}),
    }));
  });

const holdsAll = (principal: Principal): boolean =>
  principal.isAdministrator ??
  (isAdmin(principal.user) && !principal.grants.some((grant) => grant.siteIds !== undefined));

export const toHeld = (principal: Principal): Held => ({
  isAdministrator: holdsAll(principal),
  grants: principal.grants,
});

/** True when allowed on the site (any site by default); else the reason. */
export function permits(
  principal: Principal | undefined,
  access: CallAccess,
  siteId?: string,
): true | string {
  if (access.kind === 'public') return true;
  if (!principal) return 'Sign in first';
  const lacking = lackingFor(toHeld(principal), access, siteId);
  return lacking ? formatLacking(lacking) : true;
}

export const listPermittedSites = (principal: Principal, access: CallAccess): Sites =>
  access.kind === 'resource' ? listSitesFor(toHeld(principal), access) : 'all';
