import type { Member } from '../../contract/entities/access.ts';
import type { User } from '../../contract/entities/user.ts';
import type { UserStatus } from '../../contract/enums.ts';
import { formatTime } from '../clock.ts';
import type { Repositories } from '../store/index.ts';
import type { UserRow } from '../store/schema.ts';
import { collectGrants, type Principal } from './permissions.ts';
import { formatPicturePath } from './pictures.ts';
import { ADMIN_ROLE_IDS, type HeldRole, readRoles } from './roles.ts';

export const parseRoleIds = (row: Pick<UserRow, 'roles'>): string[] =>
  (JSON.parse(row.roles) as { id: string }[]).map(({ id }) => id);

export const serializeRoles = (ids: readonly string[]): string => JSON.stringify(ids.map((id) => ({ id })));

export const toUser = (row: UserRow, roles: readonly HeldRole[]): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  picture: formatPicturePath(row),
  userType: row.user_type === 'LOCAL' ? 'LOCAL' : 'SSO',
  roles: roles.map(({ id, type, name }) => ({ id, type, name })),
});

export const toMember = (row: UserRow, roles: readonly HeldRole[]): Member => ({
  ...toUser(row, roles),
  status: row.status as UserStatus,
  lastSignInAt: formatTime(row.last_sign_in_at),
  revision: row.revision,
});

/** With the current grants of its roles. */
export async function readPrincipal(tx: Repositories, row: UserRow): Promise<Principal> {
  const roles = await readRoles(tx, parseRoleIds(row));
  return { user: toUser(row, roles), grants: collectGrants(roles) };
}

export const isAdministrator = (row: UserRow): boolean =>
  row.status !== 'DISABLED' && parseRoleIds(row).some((id) => ADMIN_ROLE_IDS.includes(id));
