import type { CallAccess } from '../../contract/calls/define.ts';
import type { OpenSession } from '../../contract/entities/sso.ts';
import { isAdmin, type User } from '../../contract/entities/user.ts';
import { type Grant, type Held, lackingFor, reasonOf } from '../../contract/permissions.ts';
import type { HeldRole } from './roles.ts';

export type { Grant };

/** Who calls, and what they hold beyond being signed in. */
export type Principal = {
  user: User;
  grants: Grant[];
  /** The request carried an API key in place of a session: its id. */
  keyId?: string;
  /** What was stored of that key's secret by then: a new secret ends what the former one opened. */
  keySecretHash?: string;
  /** The session of the browser it came from; none while sign-in is off. */
  session?: { id: string; provider: OpenSession['provider'] };
};

/** Grants of roles; those of a key may be narrowed to some of the sites. */
export const grantsOf = (roles: readonly HeldRole[], onlySites: readonly string[] = []): Grant[] =>
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

/** An administrator holds every grant, unless an API key narrows the sites. */
const holdsAll = (principal: Principal): boolean =>
  isAdmin(principal.user) && !principal.grants.some((grant) => grant.siteIds !== undefined);

/** What the grants of a principal amount to. */
export const heldBy = (principal: Principal): Held => ({
  isAdministrator: holdsAll(principal),
  grants: principal.grants,
});

/**
 * True when the principal may make a call of that access on the site, or on any site when none is given;
 * else the reason. Everything that is not granted is refused.
 */
export function permits(
  principal: Principal | undefined,
  access: CallAccess,
  siteId?: string,
): true | string {
  if (access.kind === 'public') return true;
  if (!principal) return 'Sign in first';
  const lacking = lackingFor(heldBy(principal), access, siteId);
  return lacking ? reasonOf(lacking) : true;
}

/** The sites a call of that access may see: all of them, or those named. */
export function permittedSites(principal: Principal, access: CallAccess): 'all' | string[] {
  if (access.kind !== 'resource' || holdsAll(principal)) return 'all';
  const held = principal.grants.filter(
    (grant) => grant.resource === access.resource && grant.types.includes(access.type),
  );
  if (held.some((grant) => grant.siteIds === undefined)) return 'all';
  return [...new Set(held.flatMap((grant) => grant.siteIds ?? []))];
}
