import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { ApiKey } from '../../contract/entities/access.ts';
import { ContractError } from '../../contract/errors.ts';
import { type Held, intersectGrants, isWithin } from '../../contract/permissions.ts';
import { type Clock, formatTime } from '../clock.ts';
import type { Repositories, Store } from '../store/index.ts';
import type { ApiKeyRow, UserRow } from '../store/schema.ts';
import { collectGrants, type Principal, toHeld } from './permissions.ts';
import { ADMIN_ROLE_IDS, type HeldRole, readRoles } from './roles.ts';
import { readPrincipal, toUser } from './users.ts';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789';
const ID_LENGTH = 12;
/** 43 letters of 59 hold 252 bits. */
const SECRET_LENGTH = 43;
const KEY_PATTERN = new RegExp(`^penstock_([A-Za-z0-9]{${ID_LENGTH}})_([A-Za-z0-9]{${SECRET_LENGTH}})$`);
const USED_AGAIN_MS = 60_000;

const makeLetters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');

const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const formatPrefix = (id: string): string => `penstock_${id}`;

export function makeSecret(id: string): { key: string; secretHash: string } {
  const secret = makeLetters(SECRET_LENGTH);
  return { key: `${formatPrefix(id)}_${secret}`, secretHash: hashSecret(secret) };
}

export const makeKeyId = (): string => makeLetters(ID_LENGTH);

/** @param now Unix milliseconds */
export const isExpired = (row: Pick<ApiKeyRow, 'expires_at'>, now: number): boolean =>
  row.expires_at !== 0 && row.expires_at <= now;

const holdOfKey = (row: ApiKeyRow, role: HeldRole | undefined): Held => {
  const grants = collectGrants(role ? [role] : [], JSON.parse(row.site_ids));
  const isUnlimited = grants.every(({ siteIds }) => siteIds === undefined);
  return { isAdministrator: isUnlimited && ADMIN_ROLE_IDS.includes(row.role_id), grants };
};

/**
 * Without sign-in, anyone on the machine could make keys of the local administrator, so sign-in ends them.
 */
export const isOfNobody = (owner: UserRow | undefined, isSignInOn: boolean): boolean =>
  isSignInOn && owner?.user_type === 'LOCAL';

/** A user who may not sign in holds nothing. */
async function readHeldByOwner(tx: Repositories, owner: UserRow | undefined): Promise<Held> {
  if (!owner || owner.status === 'DISABLED') return { isAdministrator: false, grants: [] };
  return toHeld(await readPrincipal(tx, owner));
}

/** Current grants of the key's role, and of its owner. */
export async function readHeldByKey(tx: Repositories, row: ApiKeyRow, owner: UserRow): Promise<Held> {
  const [role] = await readRoles(tx, [row.role_id]);
  return intersectGrants(holdOfKey(row, role), await readHeldByOwner(tx, owner));
}

export async function toApiKeyEntity(
  tx: Repositories,
  row: ApiKeyRow,
  role: HeldRole | undefined,
  { now, isSignInOn }: { now: number; isSignInOn: boolean },
): Promise<ApiKey> {
  const owner = await tx.users.find(row.created_by);
  const readStatus = (): ApiKey['status'] => {
    if (row.revoked_at !== 0) return 'REVOKED';
    if (isExpired(row, now)) return 'EXPIRED';
    return isOfNobody(owner, isSignInOn) ? 'STOPPED' : 'ACTIVE';
  };
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    prefix: formatPrefix(row.id),
    role: { id: row.role_id, name: role?.name ?? row.role_id },
    siteIds: JSON.parse(row.site_ids),
    isLimited: !isWithin(holdOfKey(row, role), await readHeldByOwner(tx, owner)),
    status: readStatus(),
    createdAt: formatTime(row.created_at),
    createdBy: row.created_by_name,
    expiresAt: formatTime(row.expires_at),
    lastUsedAt: formatTime(row.last_used_at),
  };
}

const refuse = (message: string): never => {
  throw new ContractError('UNAUTHENTICATED', message);
};

/**
 * Finds the caller by the `Authorization` header; never falls back to a session.
 * @throws ContractError UNAUTHENTICATED
 */
export async function authenticateKey(
  { store, clock, isSignInOn }: { store: Store; clock: Clock; isSignInOn: boolean },
  header: string,
): Promise<Principal> {
  const [, id = '', secret = ''] = KEY_PATTERN.exec(header.replace(/^Bearer\s+/i, '').trim()) ?? [];
  const row = id ? await store.apiKeys.find(id) : undefined;
  const given = Buffer.from(hashSecret(secret));
  // Constant time, whether the id exists or not.
  const isRight = timingSafeEqual(given, Buffer.from(row?.secret_hash ?? hashSecret('')));
  if (!row || !isRight) return refuse('This API key is unknown; create one under Settings, API Keys');
  const now = clock();
  if (row.revoked_at !== 0)
    return refuse(`The API key '${row.name}' was revoked ${formatTime(row.revoked_at)}`);
  if (isExpired(row, now))
    return refuse(
      `The API key '${row.name}' expired ${formatTime(row.expires_at)}; rotate it or make another`,
    );
  const owner = await store.users.find(row.created_by);
  if (!owner || owner.status === 'DISABLED')
    return refuse(`The owner of the API key '${row.name}' can no longer sign in`);
  if (isOfNobody(owner, isSignInOn))
    return refuse(
      `The API key '${row.name}' was created by the local administrator and works only while sign-in is off; rotate it under Settings, API Keys, signed in as yourself`,
    );
  if (now - row.last_used_at >= USED_AGAIN_MS) await store.apiKeys.used(id, now);
  const user = { ...toUser(owner, await readRoles(store, [row.role_id])), name: row.name };
  const held = await readHeldByKey(store, row, owner);
  return { user, ...held, keyId: row.id, keySecretHash: row.secret_hash };
}
