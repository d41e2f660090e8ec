import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { ApiKey } from '../../contract/entities/access.ts';
import { ContractError } from '../../contract/errors.ts';
import type { Clock } from '../ids.ts';
import { toTime } from '../ids.ts';
import type { Store } from '../store/index.ts';
import type { ApiKeyRow } from '../store/schema.ts';
import { grantsOf, type Principal } from './permissions.ts';
import { type HeldRole, rolesOfIds } from './roles.ts';
import { userOf } from './users.ts';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789';
const ID_LENGTH = 12;
/** 43 letters of 59 hold 252 bits. */
const SECRET_LENGTH = 43;
const KEY_PATTERN = new RegExp(`^penstock_([A-Za-z0-9]{${ID_LENGTH}})_([A-Za-z0-9]{${SECRET_LENGTH}})$`);
/** The last use is stored so often at most. */
const USED_AGAIN_MS = 60_000;

const letters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const prefixOf = (id: string): string => `penstock_${id}`;

/** A new secret for a key, with what is stored of it. */
export function newSecret(id: string): { key: string; secretHash: string } {
  const secret = letters(SECRET_LENGTH);
  return { key: `${prefixOf(id)}_${secret}`, secretHash: hashOf(secret) };
}

export const newKeyId = (): string => letters(ID_LENGTH);

/** @param now Unix milliseconds */
export const isExpired = (row: Pick<ApiKeyRow, 'expires_at'>, now: number): boolean =>
  row.expires_at !== 0 && row.expires_at <= now;

export function apiKeyEntity(row: ApiKeyRow, role: HeldRole | undefined, now: number): ApiKey {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    prefix: prefixOf(row.id),
    role: { id: row.role_id, name: role?.name ?? row.role_id },
    siteIds: JSON.parse(row.site_ids),
    status: row.revoked_at !== 0 ? 'REVOKED' : isExpired(row, now) ? 'EXPIRED' : 'ACTIVE',
    createdAt: toTime(row.created_at),
    createdBy: row.created_by_name,
    expiresAt: toTime(row.expires_at),
    lastUsedAt: toTime(row.last_used_at),
  };
}

const refuse = (message: string): never => {
  throw new ContractError('UNAUTHENTICATED', message);
};

/**
 * Who a request with an `Authorization` header is. A wrong, revoked or expired key is refused; it never
 * falls back to a session.
 * @throws ContractError UNAUTHENTICATED
 */
export async function principalOfKey(store: Store, clock: Clock, header: string): Promise<Principal> {
  const [, id = '', secret = ''] = KEY_PATTERN.exec(header.replace(/^Bearer\s+/i, '').trim()) ?? [];
  const row = id ? await store.apiKeys.find(id) : undefined;
  const given = Buffer.from(hashOf(secret));
  // The same work whether the id exists or not.
  const isRight = timingSafeEqual(given, Buffer.from(row?.secret_hash ?? hashOf('')));
  if (!row || !isRight) return refuse('This API key is not known; make one under Settings, API Keys');
  const now = clock();
  if (row.revoked_at !== 0) return refuse(`The API key '${row.name}' was revoked ${toTime(row.revoked_at)}`);
  if (isExpired(row, now))
    return refuse(`The API key '${row.name}' expired ${toTime(row.expires_at)}; rotate it or make another`);
  const owner = await store.users.find(row.created_by);
  if (!owner || owner.status === 'DISABLED')
    return refuse(`Whoever made the API key '${row.name}' may not sign in any more`);
  if (now - row.last_used_at >= USED_AGAIN_MS) await store.apiKeys.used(id, now);
  const roles = await rolesOfIds(store, [row.role_id]);
  const user = { ...userOf(owner, roles), name: row.name };
  const grants = grantsOf(roles, JSON.parse(row.site_ids));
  return { user, grants, keyId: row.id, keySecretHash: row.secret_hash };
}
