import type { InsightsSnapshot } from '../../../../../machines/data-insights/index.ts';
import type { Change } from '../editor/change.ts';

export type InsightsTable = 'fields' | 'patterns';

export type PipelineInsightsScope = {
  snapshot: InsightsSnapshot;
  /** Inspects the output of a component's node. */
  look: (componentId: string) => void;
  /** Ends the capture and shows the events so far. */
  stop: () => void;
  table: InsightsTable;
  show: (table: InsightsTable) => void;
  fields: readonly string[];
  pattern: string | undefined;
  apply: (change: Change) => void | Promise<void>;
};

declare module '../../../commands/scopes.ts' {
  interface ScopeMap {
    'pipeline.insights': PipelineInsightsScope;
  }
}
