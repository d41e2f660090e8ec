import { timingSafeEqual } from 'node:crypto';
import { ContractError } from '../../../contract/errors.ts';
import type { Repositories } from '../../store/index.ts';
import type { FleetAgentRow } from '../../store/schema.ts';
import type { Sealer } from '../../store/sealing.ts';

const CREDENTIAL = /^Bearer\s+penstock_agent_(\d{1,24})_([0-9a-f]{64})$/i;

type Signed = Pick<FleetAgentRow, 'id' | 'token_id'>;

/** Ends with the token that the agent enrolled with, unless it has its own credential; so it need not be stored. */
const sign = (sealer: Sealer, { id, token_id }: Signed): string =>
  sealer.sign(`metrics of agent ${id} by ${token_id}`);

/** With it an agent may send its own metrics and logs, and nothing else. */
export const makeAgentCredential = (sealer: Sealer, agent: Signed): string =>
  `penstock_agent_${agent.id}_${sign(sealer, agent)}`;

/** Whom it names, without a look at whether it is right; empty for what is no such credential. */
export const readClaimedAgent = (authorization: string | undefined): string =>
  CREDENTIAL.exec(authorization ?? '')?.[1] ?? '';

/**
 * Finds the agent that sends metrics or logs, before anything else of it is read.
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
