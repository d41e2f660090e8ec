import { ContractError } from '../../contract/errors.ts';
import { counted } from '../../contract/values.ts';
import { invalid } from '../http/input.ts';
import type { ListedAgentRow } from '../store/fleet-agents.ts';
import type { Repositories } from '../store/index.ts';
import type { FleetRow } from '../store/schema.ts';
import { AGENTS_PER_FLEET } from './conversation.ts';

const refuse = (message: string) => new ContractError('ACTION_REFUSED', message);

async function requireNoRollout(tx: Repositories, fleetIds: readonly string[]): Promise<void> {
  for (const id of fleetIds) {
    if (!(await tx.fleetRollouts.openOf(id))) continue;
    const name = (await tx.fleets.find(id))?.name ?? '';
    throw refuse(`A rollout of '${name}' is under way; wait for its end or cancel it`);
  }
}

/**
 * The agents that would join the fleet.
 * @throws ContractError when one cannot
 */
export async function requireMovable(
  tx: Repositories,
  agents: readonly ListedAgentRow[],
  fleet: FleetRow,
): Promise<ListedAgentRow[]> {
  const coming = agents.filter(({ fleet_id }) => fleet_id !== fleet.id);
  if (coming.some(({ site_id }) => site_id !== fleet.site_id))
    throw invalid([{ field: 'fleetId', rule: 'site', message: 'must be a fleet of the same site' }]);
  await requireNoRollout(tx, [...new Set([fleet.id, ...coming.map(({ fleet_id }) => fleet_id)])]);
  if ((await tx.fleetAgents.count(fleet.id)) + coming.length > AGENTS_PER_FLEET)
    throw refuse(`'${fleet.name}' would have more than ${counted(AGENTS_PER_FLEET, 'agent')}`);
  const uids = new Set<string>();
  for (const agent of coming) {
    const known = await tx.fleetAgents.findByUid(fleet.id, agent.instance_uid);
    if (uids.has(agent.instance_uid) || (known && known.id !== agent.id))
      throw refuse(
        `'${fleet.name}' has an agent with the instance id of ${agent.host || agent.name} already; delete one of them`,
      );
    uids.add(agent.instance_uid);
  }
  return coming;
}
