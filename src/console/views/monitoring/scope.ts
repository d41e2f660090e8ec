import type { ComponentHealth } from '../../../contract/entities/health.ts';
import type { MonitoringTab } from './tabs.ts';

/** What the screen Monitoring publishes. */
export type MonitoringScope = { tab: MonitoringTab };

/** Published by the table of nodes and how they fare. */
export type MonitoringHealthScope = {
  components: readonly ComponentHealth[];
  /** The row under the cursor. */
  cursor: ComponentHealth | undefined;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    monitoring: MonitoringScope;
    'monitoring.health': MonitoringHealthScope;
  }
}
