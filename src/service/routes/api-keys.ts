import { ContractError } from '../../contract/errors.ts';
import { DAY_SECONDS } from '../../contract/limits.ts';
import { makeKeyId, makeSecret, toApiKeyEntity } from '../auth/api-keys.ts';
import type { Principal } from '../auth/permissions.ts';
import { readRoles, requireKnownAccess } from '../auth/roles.ts';
import { formatTime } from '../clock.ts';
import type { Handlers } from '../http/call-context.ts';
import { notFound, requireFreeName } from '../require.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import { toWindow } from '../store/query.ts';
import type { ApiKeyRow } from '../store/schema.ts';

type KeyCalls = 'listApiKeys' | 'createApiKey' | 'rotateApiKey' | 'deleteApiKey';

async function requireWorkingKey(tx: Repositories, id: string) {
  const row = await tx.apiKeys.find(id);
  if (!row) throw notFound('API key', id);
  if (row.revoked_at !== 0)
    throw new ContractError(
      'CONFLICT',
      `The API key '${row.name}' was revoked ${formatTime(row.revoked_at)}`,
    );
  return row;
}

/** @throws ContractError CONFLICT where the key would not work */
const requireOwner = ({ user }: Principal, isSignInOn: boolean): void => {
  if (!isSignInOn || user.userType !== 'LOCAL') return;
  const message =
    'A key of the local administrator does not work while sign-in is on; sign in as yourself to create it';
  throw new ContractError('CONFLICT', message);
};

const readIsSignInOn = async ({ sso }: Pick<Services, 'sso'>): Promise<boolean> =>
  (await sso.current()).inForce !== 'none';

export const apiKeyHandlers = {
  listApiKeys: async ({ query, tx, now, services }) => {
    const isSignInOn = await readIsSignInOn(services);
    const rows = await tx.apiKeys.list();
    const roles = await readRoles(tx, [...new Set(rows.map((row) => row.role_id))]);
    const roleOf = (row: ApiKeyRow) => roles.find(({ id }) => id === row.role_id);
    const apiKeys = await Promise.all(
      toWindow(rows, query, 'desc').map((row) => toApiKeyEntity(tx, row, roleOf(row), { now, isSignInOn })),
    );
    return { apiKeys, pagination: { totalCount: rows.length } };
  },
  createApiKey: async ({ body, tx, principal, now, services }) => {
    requireOwner(principal, await readIsSignInOn(services));
    const { name, description, roleId, siteIds, expiresInDays } = body.apiKey;
    await requireKnownAccess(tx, 'apiKey.roleId', { roleIds: [roleId] });
    await requireKnownAccess(tx, 'apiKey.siteIds', { siteIds });
    const isNamed = (row: { name: string; revoked_at: number }) => row.name === name && row.revoked_at === 0;
    const taken = (await tx.apiKeys.list()).some(isNamed);
    requireFreeName(taken, 'apiKey.name', `An API key named '${name}' already exists; choose another name`);
    const id = makeKeyId();
    const { key, secretHash } = makeSecret(id);
    await tx.apiKeys.insert({
      id,
      secret_hash: secretHash,
      name,
      description,
      role_id: roleId,
      site_ids: JSON.stringify(siteIds),
      created_by: principal.user.id,
      created_by_name: principal.user.name,
      created_at: now,
      expires_at: expiresInDays === undefined ? 0 : now + expiresInDays * DAY_SECONDS * 1000,
      last_used_at: 0,
      revoked_at: 0,
    });
    return { id, key };
  },
  rotateApiKey: async ({ path, tx, principal, now, services }) => {
    requireOwner(principal, await readIsSignInOn(services));
    const row = await requireWorkingKey(tx, path.keyId);
    const { key, secretHash } = makeSecret(row.id);
    // A rotated key lasts as long as the first one did.
    const expiresAt = row.expires_at === 0 ? 0 : now + (row.expires_at - row.created_at);
    await tx.apiKeys.update({
      ...row,
      secret_hash: secretHash,
      // Whoever knows the secret is accountable, and limits its rights.
      created_by: principal.user.id,
      created_by_name: principal.keyId === undefined ? principal.user.name : row.created_by_name,
      created_at: now,
      expires_at: expiresAt,
    });
    return { id: row.id, key };
  },
  deleteApiKey: async ({ path, tx, now }) => {
    const row = await requireWorkingKey(tx, path.keyId);
    await tx.apiKeys.update({ ...row, revoked_at: now });
    return {};
  },
} satisfies Pick<Handlers, KeyCalls>;
