import type { AgentStatus } from '../../contract/entities/fleet.ts';
import type { ComponentHealth } from '../../contract/entities/fleet-agent.ts';
import type { ListedAgentRow } from '../store/fleet-agents.ts';
import { AGENT_CAN } from './opamp/messages.ts';

/** After this, an agent without its configuration applied is in error. */
export const OVERDUE_MS = 300_000;

export type Judged = { status: AgentStatus; reason: string };

export const parseHealth = (text: string): ComponentHealth | null =>
  text === '' ? null : (JSON.parse(text) as ComponentHealth);

export const acceptsConfiguration = ({ capabilities }: Pick<ListedAgentRow, 'capabilities'>): boolean =>
  (capabilities & AGENT_CAN.acceptRemoteConfig) !== 0;

export const acceptsRestart = ({ capabilities }: Pick<ListedAgentRow, 'capabilities'>): boolean =>
  (capabilities & AGENT_CAN.acceptRestartCommand) !== 0;

export const reportsMetrics = ({ capabilities }: Pick<ListedAgentRow, 'capabilities'>): boolean =>
  (capabilities & AGENT_CAN.reportOwnMetrics) !== 0;

export const reportsLogs = ({ capabilities }: Pick<ListedAgentRow, 'capabilities'>): boolean =>
  (capabilities & AGENT_CAN.reportOwnLogs) !== 0;

/** The deepest part that names the problem. */
export function describeIllness(health: ComponentHealth): string {
  for (const [name, part] of Object.entries(health.components))
    if (!part.isHealthy) {
      const inner = describeIllness(part);
      return inner === 'It reports that it is not healthy' ? `${name} is not healthy` : `${name}: ${inner}`;
    }
  if (health.error !== '') return health.error;
  return health.status === '' ? 'It reports that it is not healthy' : health.status;
}

export const hasApplied = (row: ListedAgentRow): boolean =>
  row.target_hash !== '' && row.config_hash === row.target_hash && row.config_state === 'APPLIED';

/** It has not reported on its assigned configuration yet. */
export const isApplying = (row: ListedAgentRow): boolean =>
  row.target_hash !== '' && (row.config_hash !== row.target_hash || row.config_state === 'APPLYING');

export const canRetry = (row: ListedAgentRow, isConnected: boolean): boolean =>
  isConnected && acceptsConfiguration(row) && row.target_hash !== '' && !hasApplied(row);

/** Agents that run well with another configuration than their own are not healthy. */
export function judgeAgent(row: ListedAgentRow, isConnected: boolean, now: number): Judged {
  if (!isConnected) return { status: 'DISCONNECTED', reason: 'It is not connected' };
  const health = parseHealth(row.health);
  const isForTarget = row.config_hash === row.target_hash;
  if (row.target_hash !== '' && !acceptsConfiguration(row))
    return {
      status: 'INCOMPATIBLE',
      reason: 'It accepts no configuration: run it under the OpAMP supervisor to have it managed',
    };
  if (row.target_hash !== '' && isForTarget && row.config_state === 'FAILED')
    return {
      status: 'ERROR',
      reason: `It could not apply its configuration: ${row.config_problem || 'it gives no reason'}`,
    };
  if (health && !health.isHealthy) return { status: 'ERROR', reason: describeIllness(health) };
  if (row.target_hash === '')
    return { status: 'UNMANAGED', reason: 'Its fleet has no configuration: it runs its own' };
  if (hasApplied(row)) return { status: 'HEALTHY', reason: '' };
  const offeredMs = row.offered_at === 0 ? 0 : now - row.offered_at;
  if (offeredMs > OVERDUE_MS)
    return {
      status: 'ERROR',
      reason: `It was offered its configuration ${Math.floor(offeredMs / 60_000)} min ago and has not applied it`,
    };
  return { status: 'CONFIGURING', reason: 'It is to apply its configuration' };
}
