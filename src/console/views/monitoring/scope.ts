import type { ComponentHealth } from '../../../contract/entities/health.ts';
import type { MonitoringTab } from './tabs.ts';

export type MonitoringScope = { tab: MonitoringTab };

export type MonitoringHealthScope = {
  components: readonly ComponentHealth[];
  cursor: ComponentHealth | undefined;
  /** Set while there are more than the first ones. */
  whole: { isShown: boolean; count: number; toggle: () => void } | undefined;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    monitoring: MonitoringScope;
    'monitoring.health': MonitoringHealthScope;
  }
}
