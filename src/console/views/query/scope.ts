import type { Dataset, QueryChart, SavedQuery } from '../../../contract/entities/query.ts';

export type QueryScope = {
  /** Text in the editor. */
  sql: string;
  range: string;
  setRange: (range: string) => void;
  saved: SavedQuery | undefined;
  /** The editor holds unsaved changes. */
  isChanged: boolean;
  isRunning: boolean;
  run: () => void;
  cancel: () => void;
  edit: () => void;
  chart: QueryChart;
  setChart: (chart: QueryChart) => void;
  /** True, or why nothing can be exported now. */
  canExport: true | string;
  exportJson: () => void;
  save: () => void;
  saveAs: (name: string, description: string) => void;
  remove: (query: SavedQuery) => void;
  /** Opens the form of a report of a new dashboard with only this query. */
  schedule: (query: SavedQuery) => void;
};

export type QueryDataScope = {
  current: Dataset | undefined;
  datasets: readonly Dataset[];
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    query: QueryScope;
    queryData: QueryDataScope;
  }
}
