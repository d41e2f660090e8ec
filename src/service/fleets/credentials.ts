import { timingSafeEqual } from 'node:crypto';
import type { CredentialState } from '../../contract/entities/fleet-agent.ts';
import { ContractError } from '../../contract/errors.ts';
import { OPAMP_PATH } from '../../contract/limits.ts';
import type { Repositories } from '../store/index.ts';
import type { FleetAgentRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';
import { AGENT_CAN, type DestinationOffer } from './opamp/messages.ts';
import type { OwnCredential, Speaker } from './presence.ts';

const OWN = /^Bearer\s+penstock_agent_own_(\d{1,24})_(\d{1,9})_([0-9a-f]{64})$/i;
export const CREDENTIAL_MAX_AGE_MS = 30 * 86_400_000;

type Numbered = Pick<FleetAgentRow, 'credential' | 'credential_used' | 'credential_at'>;

/** It can replace the enrollment token with its own credential. */
export const acceptsCredential = ({ capabilities }: Pick<FleetAgentRow, 'capabilities'>): boolean =>
  (capabilities & AGENT_CAN.acceptOpampSettings) !== 0;

/** Signed, so that nothing secret is stored. */
const sign = (sealer: Sealer, id: string, number: number): string =>
  sealer.sign(`credential ${number} of agent ${id}`);

const refuse = (why: string) =>
  new ContractError(
    'UNAUTHENTICATED',
    `${why}; start the agent again with an enrollment token of its fleet, so that it gets another one`,
  );

/**
 * Finds the agent by its own credential; undefined for other credentials. The former one is valid until the
 * new one was used.
 * @throws ContractError UNAUTHENTICATED
 */
export async function readOwnCredential(
  tx: Pick<Repositories, 'fleetAgents'>,
  sealer: Sealer,
  authorization: string | undefined,
): Promise<{ row: FleetAgentRow; own: OwnCredential } | undefined> {
  const [, id = '', digits = '', signature = ''] = OWN.exec(authorization ?? '') ?? [];
  if (id === '') return undefined;
  const number = Number(digits);
  const isRight = timingSafeEqual(
    Buffer.from(sign(sealer, id, number), 'hex'),
    Buffer.from(signature.toLowerCase(), 'hex'),
  );
  if (!isRight) throw refuse('This credential of an agent is not valid');
  const row = await tx.fleetAgents.find(id);
  if (!row) throw refuse('The agent of this credential was deleted');
  if (number < row.credential_used || number > row.credential)
    throw refuse('This credential of an agent was replaced by a newer one, which was used already');
  return { row, own: { agentId: id, number } };
}

/** Issues a first or aged agent's next credential, and notes which it uses. */
export function moveCredential(row: FleetAgentRow, { own }: Speaker, now: number): Partial<Numbered> {
  const used = Math.max(row.credential_used, own?.number ?? 0);
  const isUsed = used === row.credential;
  const isDue = row.credential === 0 || (isUsed && now - row.credential_at >= CREDENTIAL_MAX_AGE_MS);
  return {
    ...(used === row.credential_used ? {} : { credential_used: used }),
    ...(isDue && acceptsCredential(row) ? { credential: row.credential + 1, credential_at: now } : {}),
  };
}

/** Undefined when it uses the newest one, or accepts none. */
export function makeCredentialOffer(
  sealer: Sealer,
  row: FleetAgentRow,
  { own, origin, connection }: Speaker,
): DestinationOffer | undefined {
  if (!acceptsCredential(row) || row.credential === 0 || own?.number === row.credential) return undefined;
  const base = connection ? origin.replace(/^http/, 'ws') : origin;
  const credential = `penstock_agent_own_${row.id}_${row.credential}_${sign(sealer, row.id, row.credential)}`;
  return { endpoint: `${base}${OPAMP_PATH}`, credential };
}

export function getCredentialState(row: Numbered): CredentialState {
  if (row.credential === 0) return 'TOKEN';
  if (row.credential_used === row.credential) return 'OWN';
  return row.credential_used === 0 ? 'OFFERED' : 'ROTATING';
}
