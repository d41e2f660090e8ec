import { ContractError } from '../../contract/errors.ts';
import { requireKnownAccess, SYSTEM_ROLES, toHeldRole, toRoleEntity } from '../auth/roles.ts';
import { parseRoleIds } from '../auth/users.ts';
import type { Handlers } from '../http/call-context.ts';
import { notFound, requireFreeName, requireVersion } from '../require.ts';
import type { Repositories } from '../store/index.ts';
import { toWindow } from '../store/query.ts';
import type { RoleRow } from '../store/schema.ts';

async function countHolders(tx: Repositories) {
  const users = await tx.users.list();
  const keys = (await tx.apiKeys.list()).filter((key) => key.revoked_at === 0);
  return (roleId: string) => ({
    users: users.filter((user) => parseRoleIds(user).includes(roleId)),
    keys: keys.filter((key) => key.role_id === roleId),
  });
}

async function allRoles(tx: Repositories) {
  const holders = await countHolders(tx);
  const count = (roleId: string) => {
    const { users, keys } = holders(roleId);
    return { userCount: users.length, keyCount: keys.length };
  };
  const stored = await tx.roles.list();
  return [
    ...SYSTEM_ROLES.map((role) => toRoleEntity(role, count(role.id))),
    ...stored.map((row) => toRoleEntity(toHeldRole(row), count(row.id), row)),
  ];
}

/** @throws ContractError CONFLICT for a system role, NOT_FOUND for an unknown one */
async function requireOwnRole(tx: Repositories, id: string): Promise<RoleRow> {
  const role = SYSTEM_ROLES.find((one) => one.id === id);
  if (role) {
    throw new ContractError(
      'CONFLICT',
      `'${role.name}' is a system role and cannot be changed; create your own role`,
    );
  }
  const row = await tx.roles.find(id);
  if (!row) throw notFound('role', id);
  return row;
}

async function requireFreeRoleName(tx: Repositories, name: string, except = ''): Promise<void> {
  const same = (other: { id: string; name: string }) =>
    other.id !== except && other.name.toLowerCase() === name.toLowerCase();
  const taken = SYSTEM_ROLES.some(same) || (await tx.roles.list()).some(same);
  requireFreeName(taken, 'role.name', `A role named '${name}' already exists; choose another name`);
}

type RoleCalls = 'listRoles' | 'createRole' | 'updateRole' | 'deleteRole';

export const roleHandlers = {
  listRoles: async ({ query, tx }) => {
    const roles = await allRoles(tx);
    return { roles: toWindow(roles, query, 'asc'), pagination: { totalCount: roles.length } };
  },
  createRole: async ({ body, tx, services, now }) => {
    const { name, description, grants, siteIds } = body.role;
    await requireFreeRoleName(tx, name);
    await requireKnownAccess(tx, 'role.siteIds', { siteIds });
    const id = `role-${services.ids('user')}`;
    await tx.roles.insert({
      id,
      name,
      description,
      grants: JSON.stringify(grants),
      site_ids: JSON.stringify(siteIds),
      revision: 1,
      created_at: now,
      updated_at: now,
    });
    return { id };
  },
  updateRole: async ({ body, tx, now, ifMatch, setEtag }) => {
    const { id, name, description, grants, siteIds } = body.role;
    const row = await requireOwnRole(tx, id);
    const toEntity = async (stored: RoleRow) => {
      const { users, keys } = (await countHolders(tx))(id);
      return toRoleEntity(toHeldRole(stored), { userCount: users.length, keyCount: keys.length }, stored);
    };
    const current = await toEntity(row);
    requireVersion(ifMatch, row.revision, () => current);
    await requireFreeRoleName(tx, name, id);
    await requireKnownAccess(tx, 'role.siteIds', { siteIds });
    const changed: RoleRow = {
      ...row,
      name,
      description,
      grants: JSON.stringify(grants),
      site_ids: JSON.stringify(siteIds),
      revision: row.revision + 1,
      updated_at: now,
    };
    await tx.roles.update(changed);
    setEtag(changed.revision);
    return { role: await toEntity(changed) };
  },
  deleteRole: async ({ path, tx, ifMatch }) => {
    const row = await requireOwnRole(tx, path.roleId);
    requireVersion(ifMatch, row.revision, () => toHeldRole(row));
    const { users, keys } = (await countHolders(tx))(row.id);
    const names = [...users.map(({ name }) => name), ...keys.map(({ name }) => `the API key ${name}`)];
    if (names.length > 0) {
      throw new ContractError(
        'IN_USE',
        `'${row.name}' is held by ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' and others' : ''}; give them another role first`,
      );
    }
    await tx.roles.delete(row.id);
    return {};
  },
} satisfies Pick<Handlers, RoleCalls>;
