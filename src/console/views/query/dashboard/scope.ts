import type { Dashboard, DashboardContent } from '../../../../contract/entities/dashboard.ts';
import type { SavedQuery } from '../../../../contract/entities/query.ts';

/** A row of the list: a stored dashboard, or one that is a part of the product. */
export type ListedDashboard = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly panelCount: number;
  /** Undefined for one that is a part of the product. */
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
  /** Undefined for one that is a part of the product, which can only be copied. */
  stored: Dashboard | undefined;
  isChanged: boolean;
  /** Place of the panel that has the focus, or had it last. */
  current: number | undefined;
  focusPanel: (at: number) => void;
  range: string;
  setRange: (range: string) => void;
  refreshSeconds: number;
  setRefresh: (seconds: number) => void;
  refresh: () => void;
  /** Of variables, by name. */
  values: Readonly<Record<string, string>>;
  setValue: (name: string, value: string) => void;
  /** What can be chosen for a variable. */
  listChoices: (name: string) => Promise<readonly string[]>;
  isFull: boolean;
  setFull: (isFull: boolean) => void;
  queries: readonly SavedQuery[];
  change: (content: DashboardContent) => void;
  /** Panels of saved queries are shown before they are stored. */
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
