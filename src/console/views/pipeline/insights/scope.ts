import type { InsightsSnapshot } from '../../../../../machines/data-insights/index.ts';
import type { Change } from '../change.ts';

export type InsightsTable = 'fields' | 'patterns';

/** What the tab Data Insights publishes; its functions are stable. */
export type PipelineInsightsScope = {
  snapshot: InsightsSnapshot;
  /** Looks at the events that leave the node of a component. */
  look: (componentId: string) => void;
  /** Looks at what was captured so far. */
  stop: () => void;
  table: InsightsTable;
  show: (table: InsightsTable) => void;
  /** Paths of the fields that are selected, else of the one under the cursor. */
  fields: readonly string[];
  /** Id of the pattern under the cursor. */
  pattern: string | undefined;
  /** Opens the editor with the change as a step, after the node that was looked at, and previews it. */
  apply: (change: Change) => void | Promise<void>;
};

declare module '../../../commands/scopes.ts' {
  interface ScopeMap {
    'pipeline.insights': PipelineInsightsScope;
  }
}
