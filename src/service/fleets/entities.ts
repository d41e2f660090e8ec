import {
  AGENT_STATUSES,
  type AgentStatus,
  type Fleet,
  ROLLOUT_OUTCOMES,
  type Rollout,
  type RolloutOutcome,
} from '../../contract/entities/fleet.ts';
import type { Agent, ConfigState } from '../../contract/entities/fleet-agent.ts';
import { formatTime } from '../clock.ts';
import type { ListedAgentRow } from '../store/fleet-agents.ts';
import type { Repositories } from '../store/index.ts';
import type { FleetRolloutAgentRow, FleetRolloutRow, FleetRow } from '../store/schema.ts';
import { acceptsCredential } from './credentials.ts';
import type { Fleets } from './fleets.ts';
import { parseLabels } from './labels.ts';
import { toFace } from './rollouts.ts';
import { acceptsRestart, canRetry, judgeAgent } from './status.ts';
import { findOpening, parseWindow, toShownWindow } from './window.ts';

/** Names of configurations by id, including deleted ones. */
export type Names = ReadonlyMap<string, string>;

export async function readConfigurationNames(tx: Repositories, siteIds?: readonly string[]): Promise<Names> {
  return new Map((await tx.fleetConfigurations.list(siteIds)).map(({ id, name }) => [id, name]));
}

const toAssigned = (id: string, version: number, names: Names) =>
  id === '' ? null : { id, name: names.get(id) ?? 'a deleted configuration', version };

export function toAgent(
  { presence, volumes }: Pick<Fleets, 'presence' | 'volumes'>,
  row: ListedAgentRow,
  { names, fleetName, now }: { names: Names; fleetName: string; now: number },
): Agent {
  const isConnected = presence.isConnected(row);
  return {
    id: row.id,
    siteId: row.site_id,
    fleetId: row.fleet_id,
    fleetName,
    name: row.name,
    host: row.host,
    platform: row.platform,
    version: row.version,
    ...judgeAgent(row, isConnected, now),
    lastAlive: formatTime(presence.lastSeen(row)),
    isConnected,
    acceptsRestart: acceptsRestart(row),
    acceptsCredential: acceptsCredential(row),
    configState: row.config_state as ConfigState,
    canRetry: canRetry(row, isConnected),
    configuration: toAssigned(row.configuration_id, row.configuration_version, names),
    throughput: volumes.throughput(row.id) ?? null,
    labels: parseLabels(row.labels),
  };
}

type RolloutFacts = {
  names: Names;
  agentCount: number;
  fleet: Pick<FleetRow, 'maintenance_window'>;
  now: number;
};

export function toRollout(
  row: FleetRolloutRow,
  agents: readonly Pick<FleetRolloutAgentRow, 'outcome'>[],
  { names, agentCount, fleet, now }: RolloutFacts,
): Rollout {
  const face = toFace(row);
  const outcomes = Object.fromEntries(
    ROLLOUT_OUTCOMES.map((outcome) => [outcome, agents.filter((one) => one.outcome === outcome).length]),
  ) as Record<RolloutOutcome, number>;
  return {
    id: row.id,
    fleetId: row.fleet_id,
    state: face.state,
    configuration: {
      id: row.configuration_id,
      name: names.get(row.configuration_id) ?? 'a deleted configuration',
      version: row.version,
    },
    former: toAssigned(row.former_id, row.former_version, names),
    steps: [...face.steps],
    step: row.step,
    maxErrorPercent: row.max_error_percent,
    agentSeconds: row.agent_seconds,
    isPaused: face.isPaused,
    ignoresWindow: row.ignores_window !== 0,
    goesOnAt: formatTime(
      face.state === 'WAITING' && !face.isPaused
        ? findOpening(parseWindow(fleet.maintenance_window), now)
        : 0,
    ),
    agentCount: row.ended_at === 0 ? agentCount : agents.length,
    outcomes,
    reason: row.reason,
    startedBy: row.started_by,
    startedAt: formatTime(row.started_at),
    endedAt: formatTime(row.ended_at),
  };
}

export function toFleet(
  row: FleetRow,
  agents: readonly Pick<Agent, 'status'>[],
  { names, rollout, now }: { names: Names; rollout: Rollout | null; now: number },
): Fleet {
  const statuses = Object.fromEntries(
    AGENT_STATUSES.map((status) => [status, agents.filter((one) => one.status === status).length]),
  ) as Record<AgentStatus, number>;
  return {
    id: row.id,
    siteId: row.site_id,
    name: row.name,
    description: row.description,
    configuration: toAssigned(row.configuration_id, row.configuration_version, names),
    agentCount: agents.length,
    statuses,
    maintenanceWindow: toShownWindow(parseWindow(row.maintenance_window), now),
    rollout,
    revision: row.revision,
    createdAt: formatTime(row.created_at),
    updatedAt: formatTime(row.updated_at),
  };
}
