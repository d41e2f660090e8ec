import type { Member } from '../../contract/entities/access.ts';
import type { User } from '../../contract/entities/user.ts';
import type { UserStatus } from '../../contract/enums.ts';
import { toTime } from '../ids.ts';
import type { Repositories } from '../store/index.ts';
import type { UserRow } from '../store/schema.ts';
import { grantsOf, type Principal } from './permissions.ts';
import { ADMIN_ROLE_IDS, type HeldRole, rolesOfIds } from './roles.ts';

/** Ids of the roles a user holds. */
export const roleIdsOf = (row: Pick<UserRow, 'roles'>): string[] =>
  (JSON.parse(row.roles) as { id: string }[]).map(({ id }) => id);

export const storedRoles = (ids: readonly string[]): string => JSON.stringify(ids.map((id) => ({ id })));

export const userOf = (row: UserRow, roles: readonly HeldRole[]): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  picture: row.picture,
  userType: row.user_type === 'LOCAL' ? 'LOCAL' : 'SSO',
  roles: roles.map(({ id, type, name }) => ({ id, type, name })),
});

export const memberOf = (row: UserRow, roles: readonly HeldRole[]): Member => ({
  ...userOf(row, roles),
  status: row.status as UserStatus,
  lastSignInAt: toTime(row.last_sign_in_at),
  revision: row.revision,
});

/** Who a stored user is, with what the roles grant now. */
export async function principalOf(tx: Repositories, row: UserRow): Promise<Principal> {
  const roles = await rolesOfIds(tx, roleIdsOf(row));
  return { user: userOf(row, roles), grants: grantsOf(roles) };
}

export const isAdministrator = (row: UserRow): boolean =>
  row.status !== 'DISABLED' && roleIdsOf(row).some((id) => ADMIN_ROLE_IDS.includes(id));
