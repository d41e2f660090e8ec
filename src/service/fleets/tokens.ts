import { createHash, randomBytes } from 'node:crypto';
import type { TOKEN_STATES } from '../../contract/entities/fleet.ts';
import { ContractError } from '../../contract/errors.ts';
import { formatTime } from '../clock.ts';
import type { Repositories } from '../store/index.ts';
import type { FleetTokenRow } from '../store/schema.ts';

const SECRET_BYTES = 32;
const TOKEN = /^Bearer\s+(penstock_fleet_[\w-]{43})$/i;
const ANOTHER = "create another one on the fleet's page";
const USED_AGAIN_MS = 60_000;

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** 256 bits, and the stored hash. */
export function makeFleetToken(): { token: string; hash: string } {
  const token = `penstock_fleet_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { token, hash: hashToken(token) };
}

/** Enrolls no new agents; enrolled ones go on. */
export const isTokenExpired = ({ expires_at }: FleetTokenRow, now: number): boolean =>
  expires_at !== 0 && expires_at <= now;

export const isTokenUsedUp = ({ uses, uses_max }: Pick<FleetTokenRow, 'uses' | 'uses_max'>): boolean =>
  uses_max !== 0 && uses >= uses_max;

export function getTokenState(row: FleetTokenRow, now: number): (typeof TOKEN_STATES)[number] {
  if (row.revoked_at !== 0) return 'REVOKED';
  if (isTokenExpired(row, now)) return 'EXPIRED';
  return isTokenUsedUp(row) ? 'USED_UP' : 'ACTIVE';
}

/**
 * Finds the token in `Authorization: Bearer …`, before anything else is read.
 * @throws ContractError UNAUTHENTICATED
 */
export async function readFleetToken(
  tx: Pick<Repositories, 'fleetTokens'>,
  authorization: string | undefined,
  now: number,
): Promise<FleetTokenRow> {
  const [, token] = TOKEN.exec(authorization ?? '') ?? [];
  if (token === undefined)
    throw new ContractError(
      'UNAUTHENTICATED',
      'An agent connects with the header Authorization: Bearer and its enrollment token',
    );
  const row = await tx.fleetTokens.findByHash(hashToken(token));
  if (!row) throw new ContractError('UNAUTHENTICATED', `This enrollment token is unknown; ${ANOTHER}`);
  if (row.revoked_at !== 0)
    throw new ContractError(
      'UNAUTHENTICATED',
      `This enrollment token was revoked ${formatTime(row.revoked_at)}; ${ANOTHER}`,
    );
  if (now - row.last_used_at >= USED_AGAIN_MS) await tx.fleetTokens.used(row.id, now);
  return row;
}
