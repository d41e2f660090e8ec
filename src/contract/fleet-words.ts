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

/** `Gateway, version 3`; empty without one. */
export const formatAssigned = (assigned: Fleet['configuration']): string =>
  assigned === null ? '' : `${assigned.name}, version ${assigned.version}`;
