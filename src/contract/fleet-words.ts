import type { AgentStatus, Fleet } from './entities/fleet.ts';
import type { Agent } from './entities/fleet-agent.ts';

export const AGENT_STATUS_NAMES: Readonly<Record<AgentStatus, string>> = {
  ERROR: 'Error',
  INCOMPATIBLE: 'Incompatible',
  DISCONNECTED: 'Disconnected',
  CONFIGURING: 'Configuring',
  UNMANAGED: 'Not managed',
  HEALTHY: 'Healthy',
};

/** `otelcol on edge-1`. */
export const formatAgentName = ({ name, host }: { name: string; host: string }): string =>
  host === '' || host === name ? name : `${name} on ${host}`;

export function explainNoRetry({
  canRetry,
  isConnected,
  status,
  configuration,
}: Pick<Agent, 'canRetry' | 'isConnected' | 'status' | 'configuration'>): string | undefined {
  if (canRetry) return undefined;
  if (!isConnected) return 'This agent is not connected; it is offered its configuration when it returns';
  if (configuration === null) return 'Its fleet has no configuration to offer; roll one out';
  return status === 'INCOMPATIBLE'
    ? 'This agent accepts no configuration; run it under the OpAMP supervisor'
    : 'This agent has applied its configuration; restart it to begin anew';
}

/** `Gateway, version 3`; empty without one. */
export const formatAssigned = (assigned: Fleet['configuration']): string =>
  assigned === null ? '' : `${assigned.name}, version ${assigned.version}`;
