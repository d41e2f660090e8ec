import { timingSafeEqual } from 'node:crypto';
import { ContractError } from '../../../contract/errors.ts';
import type { Repositories } from '../../store/index.ts';
import type { FleetAgentRow } from '../../store/schema.ts';
import type { Sealer } from '../../store/sealing.ts';

const CREDENTIAL = /^Bearer\s+penstock_agent_(\d{1,24})_([0-9a-f]{64})$/i;

type Signed = Pick<FleetAgentRow, 'id' | 'token_id'>;

/** Derived from the agent's token or own credential, so it need not be stored and ends with it. */
const sign = (sealer: Sealer, { id, token_id }: Signed): string =>
  sealer.sign(`metrics of agent ${id} by ${token_id}`);

/** Only valid for sending the agent's metrics and logs. */
export const makeAgentCredential = (sealer: Sealer, agent: Signed): string =>
  `penstock_agent_${agent.id}_${sign(sealer, agent)}`;

/** The unverified agent id; empty for other credentials. */
export const readClaimedAgent = (authorization: string | undefined): string =>
  CREDENTIAL.exec(authorization ?? '')?.[1] ?? '';

/**
 * Finds the sender before its request is read.
 * @throws ContractError UNAUTHENTICATED
 */
export async function readTelemetrySender(
  tx: Pick<Repositories, 'fleetAgents' | 'fleetTokens'>,
  sealer: Sealer,
  authorization: string | undefined,
): Promise<FleetAgentRow> {
  const refuse = () =>
    new ContractError(
      'UNAUTHENTICATED',
      'An agent sends its metrics and logs with the credential that it was offered over OpAMP; a former one ends with its enrollment token',
    );
  const [, id = '', signature = ''] = CREDENTIAL.exec(authorization ?? '') ?? [];
  if (id === '') throw refuse();
  const row = await tx.fleetAgents.find(id);
  if (!row) throw refuse();
  const isRight = timingSafeEqual(
    Buffer.from(sign(sealer, row), 'hex'),
    Buffer.from(signature.toLowerCase(), 'hex'),
  );
  const token = isRight ? await tx.fleetTokens.find(row.token_id) : undefined;
  if (!token || (token.revoked_at !== 0 && row.credential_used === 0)) throw refuse();
  return row;
}
