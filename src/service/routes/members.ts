import { ContractError } from '../../contract/errors.ts';
import { readRoles, requireKnownAccess } from '../auth/roles.ts';
import { isAdministrator, parseRoleIds, serializeRoles, toMember } from '../auth/users.ts';
import type { Handlers } from '../http/call-context.ts';
import { notFound, requireFreeName, requireVersion } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import { toWindow } from '../store/query.ts';
import type { UserRow } from '../store/schema.ts';

const PICTURE_KEPT_SECONDS = 86_400;

async function requireUser(tx: Repositories, id: string): Promise<UserRow> {
  const row = await tx.users.find(id);
  if (!row) throw notFound('user', id);
  if (row.user_type === 'LOCAL') {
    throw new ContractError(
      'CONFLICT',
      `'${row.name}' is the user everyone acts as while sign-in is off, and cannot be changed`,
    );
  }
  return row;
}

/**
 * An administrator who can sign in must remain; with sign-in on, the local one does not count.
 * @throws ContractError CONFLICT
 */
async function requireAnotherAdministrator(
  tx: Repositories,
  { sso }: Pick<Services, 'sso'>,
  row: UserRow,
  what: string,
): Promise<void> {
  if (!isAdministrator(row)) return;
  const withLocal = (await sso.read(tx)).inForce === 'none';
  const others = (await tx.users.list()).filter(
    (user) => user.id !== row.id && isAdministrator(user) && (withLocal || user.user_type !== 'LOCAL'),
  );
  if (others.length === 0) {
    throw new ContractError(
      'CONFLICT',
      `'${row.name}' is the last administrator; make someone else an administrator before you ${what}`,
    );
  }
}

const member = async (tx: Repositories, row: UserRow) =>
  toMember(row, await readRoles(tx, parseRoleIds(row)));

type MemberCalls =
  | 'listMembers'
  | 'getUserPicture'
  | 'listUserNames'
  | 'createUser'
  | 'updateUser'
  | 'deleteUser';

export const memberHandlers = {
  listMembers: async ({ query, tx }) => {
    const rows = await tx.users.list();
    const members = await Promise.all(toWindow(rows, query, 'asc').map((row) => member(tx, row)));
    return { members, pagination: { totalCount: rows.length } };
  },
  listUserNames: async ({ query, tx }) => {
    const rows = (await tx.users.list())
      .filter(({ email }) => query.userEmails?.includes(email) ?? true)
      .filter(({ id }) => query.userIds?.includes(id) ?? true)
      .filter(({ name }) => query.userNames?.includes(name) ?? true);
    return { userNames: rows.map(({ id, name, email }) => ({ id, name, email })) };
  },
  getUserPicture: async ({ path, tx, services, sendFile }) => {
    const row = await tx.users.find(path.userId);
    const picture = row && (await services.pictures.find(row.picture));
    if (!picture) throw notFound('picture of a user', path.userId);
    sendFile({ ...picture, keptSeconds: PICTURE_KEPT_SECONDS });
    return {};
  },
  createUser: async ({ body, tx, services, now }) => {
    const { name, email, roleIds } = body.user;
    const taken = (await tx.users.list()).some((row) => row.email.toLowerCase() === email.toLowerCase());
    requireFreeName(taken, 'user.email', `A user with the email ${email} already exists`);
    await requireKnownAccess(tx, 'user.roleIds', { roleIds });
    const id = services.ids('user');
    await tx.users.insert({
      id,
      // The first sign-in with this verified email becomes this user.
      issuer: 'invited',
      subject: email.toLowerCase(),
      name,
      email,
      picture: '',
      user_type: 'SSO',
      roles: serializeRoles(roleIds),
      status: 'INVITED',
      last_sign_in_at: 0,
      revision: 1,
      created_at: now,
    });
    return { id };
  },
  updateUser: async ({ body, tx, services, ifMatch, setEtag }) => {
    const { id, name, roleIds, disabled } = body.user;
    const row = await requireUser(tx, id);
    const current = await member(tx, row);
    requireVersion(ifMatch, row.revision, () => current);
    if (roleIds) await requireKnownAccess(tx, 'user.roleIds', { roleIds });
    const back = row.last_sign_in_at === 0 ? 'INVITED' : 'ACTIVE';
    const status = disabled === undefined ? row.status : disabled ? 'DISABLED' : back;
    const changed: UserRow = {
      ...row,
      name: name ?? row.name,
      roles: roleIds ? serializeRoles(roleIds) : row.roles,
      status,
      revision: row.revision + 1,
    };
    if (!isAdministrator(changed)) await requireAnotherAdministrator(tx, services, row, 'take this away');
    await tx.users.update(changed);
    // Sessions must not return with the user.
    if (disabled) await tx.sessions.deleteOfUser(id);
    setEtag(changed.revision);
    return { member: await member(tx, changed) };
  },
  deleteUser: async ({ path, tx, services, ifMatch }) => {
    const row = await requireUser(tx, path.userId);
    const current = await member(tx, row);
    requireVersion(ifMatch, row.revision, () => current);
    await requireAnotherAdministrator(tx, services, row, 'delete this one');
    await tx.apiKeys.deleteOfUser(row.id);
    await tx.sessions.deleteOfUser(row.id);
    await tx.assistantUsage.deleteOfUser(row.id);
    await tx.conversations.deleteOfUser(row.id);
    await tx.changesetDrafts.deleteOfUser(row.id);
    await tx.users.delete(row.id);
    return {};
  },
} satisfies Pick<Handlers, MemberCalls>;
