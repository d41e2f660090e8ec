import type { Pipeline } from '../../../contract/entities/pipeline.ts';

export type PipelinesListScope = {
  cursor: Pipeline | undefined;
  /** Visible selected rows; they stay selected during an action. */
  selected: readonly Pipeline[];
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    'pipelines.list': PipelinesListScope;
  }
}
