import type { PipelineHealth } from '../../contract/entities/health.ts';
import { counted } from '../../contract/values.ts';
import { judgeAgent } from '../fleets/status.ts';
import type { Services } from '../services.ts';
import type { Repositories } from '../store/index.ts';
import type { PipelineRow } from '../store/schema.ts';

export type FleetHealth = { agents: number; failing: number; reason: string };

export async function readFleetHealth(
  { collectorSites, fleets, clock }: Pick<Services, 'collectorSites' | 'fleets' | 'clock'>,
  tx: Pick<Repositories, 'fleetAgents'>,
  siteId: string,
): Promise<FleetHealth | undefined> {
  const place = collectorSites.placeOf(siteId);
  if (!place) return undefined;
  const agents = await tx.fleetAgents.list({ fleetIds: [place.fleet_id] });
  const failing = agents.flatMap((agent) => {
    const { status, reason } = judgeAgent(agent, fleets.presence.isConnected(agent), clock());
    return status === 'ERROR' ? [`${agent.host || agent.name}: ${reason}`] : [];
  });
  return { agents: agents.length, failing: failing.length, reason: failing[0] ?? '' };
}

type Reason = PipelineHealth['reasons'][number];

/**
 * Fleet health of a pipeline, and whether its flow is unreported.
 * @param isCounted agents have reported its nodes
 */
export function describeFleetHealth(
  { agents, failing, reason }: FleetHealth,
  { created_at }: Pick<PipelineRow, 'created_at'>,
  isCounted: boolean,
): Reason[] {
  const ofEngine = { rule: 'engine', componentId: '', nodeName: '' } as const;
  const state = failing === 0 ? 'healthy' : 'failing';
  const counts: Reason[] = isCounted
    ? []
    : [
        {
          ...{ ...ofEngine, state },
          text: 'No agent has reported what flows through it; agents report once a minute',
          unknownSinceUnixTimeSeconds: Math.floor(created_at / 1000),
        },
      ];
  if (failing === 0) return counts;
  const text = `${failing} of ${counted(agents, 'agent')} of its fleet ${failing === 1 ? 'fails' : 'fail'}: ${reason}`;
  return [{ ...ofEngine, state, text }, ...counts];
}
