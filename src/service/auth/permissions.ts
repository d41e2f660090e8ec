import type { CallAccess } from '../../contract/calls/define.ts';
import { isAdmin, type User } from '../../contract/entities/user.ts';
import type { AccessType, ResourceType } from '../../contract/enums.ts';

export type ExtraGrant = 'DEPLOY' | 'LIVE_CAPTURE';

/** What a role allows on one kind of resource. */
export type Grant = { resource: ResourceType; types: AccessType[]; extra: ExtraGrant[] };

/** Who calls, and what they hold beyond being signed in. */
export type Principal = { user: User; grants: Grant[] };

/**
 * True when the principal may make a call of that access, else the reason. Everything that is not
 * granted is refused; an administrator holds every grant.
 */
export function permits(principal: Principal | undefined, access: CallAccess): true | string {
  if (access.kind === 'public') return true;
  if (!principal) return 'Sign in first';
  if (access.kind === 'session' || isAdmin(principal.user)) return true;
  if (access.kind === 'admin') return 'This needs the role Admin';
  const held = principal.grants.filter((grant) => grant.resource === access.resource);
  if (!held.some((grant) => grant.types.includes(access.type))) {
    return `This needs ${access.type} access to ${access.resource.toLowerCase()}`;
  }
  const extra = access.grant;
  if (extra && !held.some((grant) => grant.extra.includes(extra))) {
    return `This needs the grant ${extra} on ${access.resource.toLowerCase()}`;
  }
  return true;
}
