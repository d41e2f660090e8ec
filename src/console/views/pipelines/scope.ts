import type { Pipeline } from '../../../contract/entities/pipeline.ts';

/** What the pipeline list publishes for commands on a pipeline. */
export type PipelinesListScope = {
  /** The row under the cursor. */
  cursor: Pipeline | undefined;
  /** Rows that are selected and shown; they stay selected while an action is done to them. */
  selected: readonly Pipeline[];
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    'pipelines.list': PipelinesListScope;
  }
}
