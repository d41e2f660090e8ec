import type { Dashboard, DashboardContent } from '../../../../contract/entities/dashboard.ts';
import type { SavedQuery } from '../../../../contract/entities/query.ts';

/** A row of the list: a stored or a built-in dashboard. */
export type ListedDashboard = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly panelCount: number;
  /** Undefined for a built-in one. */
  readonly stored: Dashboard | undefined;
};

export type QueryDashboardsScope = {
  current: ListedDashboard | undefined;
  dashboards: readonly ListedDashboard[];
  create: (content: DashboardContent) => void;
  remove: (dashboard: Dashboard) => void;
};

export type QueryDashboardScope = {
  content: DashboardContent;
  /** Undefined for a built-in one, which can only be copied. */
  stored: Dashboard | undefined;
  isChanged: boolean;
  /** Index of the panel focused now, or last. */
  current: number | undefined;
  focusPanel: (at: number) => void;
  range: string;
  setRange: (range: string) => void;
  refreshSeconds: number;
  setRefresh: (seconds: number) => void;
  refresh: () => void;
  /** Variables by name. */
  values: Readonly<Record<string, string>>;
  setValue: (name: string, value: string) => void;
  /** Options of a variable. */
  listChoices: (name: string) => Promise<readonly string[]>;
  isFull: boolean;
  setFull: (isFull: boolean) => void;
  queries: readonly SavedQuery[];
  change: (content: DashboardContent) => void;
  /** Shows a saved query in a panel before the dashboard is stored. */
  addQuery: (query: SavedQuery) => void;
  save: () => void;
  discard: () => void;
  copy: (name: string) => void;
  remove: () => void;
  exportJson: () => void;
};

declare module '../../../commands/scopes.ts' {
  interface ScopeMap {
    queryDashboards: QueryDashboardsScope;
    queryDashboard: QueryDashboardScope;
  }
}
