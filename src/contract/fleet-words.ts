import type { AgentStatus, Fleet } from './entities/fleet.ts';

/** As screens say them, and as they are searched. */
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

/** `Gateway, version 3`; empty without one. */
export const formatAssigned = (assigned: Fleet['configuration']): string =>
  assigned === null ? '' : `${assigned.name}, version ${assigned.version}`;
