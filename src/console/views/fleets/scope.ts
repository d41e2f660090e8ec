import type { Fleet, FleetDetail } from '../../../contract/entities/fleet.ts';
import type { Agent } from '../../../contract/entities/fleet-agent.ts';
import type { Configuration } from '../../../contract/entities/fleet-configuration.ts';
import type { LabelChange, Labels } from '../../../contract/entities/fleet-labels.ts';

export const PLATFORMS = ['linux', 'container', 'kubernetes'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Actions on a running rollout. */
export type RolloutAction = 'startNow' | 'pause' | 'resume' | 'cancel';

export type FleetWrite =
  | { action: 'delete'; fleet: Fleet }
  | { action: 'enroll'; fleet: Fleet; platform: Platform; labels?: Labels; uses?: number }
  | { action: 'rotate'; fleet: Fleet; tokenId: string; platform: Platform }
  | { action: 'revoke'; tokenId: string }
  | { action: RolloutAction; rolloutId: string };

export type FleetsScope = {
  current: Fleet | undefined;
  fleets: readonly Fleet[];
  tokens: FleetDetail['tokens'];
  write: (write: FleetWrite) => void;
};

export type AgentWrite =
  | { action: 'delete'; agents: readonly Agent[] }
  | { action: 'rotate'; agents: readonly Agent[] }
  | { action: 'restart'; agents: readonly Agent[] }
  | { action: 'retry'; agents: readonly Agent[] }
  | { action: 'move'; agents: readonly Agent[]; fleet: Fleet }
  | { action: 'label'; agents: readonly Agent[]; change: LabelChange };

export type AgentsScope = {
  current: Agent | undefined;
  agents: readonly Agent[];
  /** Those matched by the search. */
  shown: readonly Agent[];
  selected: readonly Agent[];
  fleets: readonly Fleet[];
  /** Moves the cursor of table and map. */
  moveTo: (id: string) => void;
  write: (write: AgentWrite) => void;
};

export type ConfigurationsScope = {
  current: Configuration | undefined;
  configurations: readonly Configuration[];
  remove: (configuration: Configuration) => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    'fleets.list': FleetsScope;
    'agents.list': AgentsScope;
    'configurations.list': ConfigurationsScope;
  }
}
