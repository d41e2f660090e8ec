import type { Compared, Side } from './compare-address.ts';

/** Published with a stored pipeline: its history beside the graph. Its functions are stable. */
export type PipelineHistoryScope = {
  isOpen: boolean;
  compared: Compared | undefined;
  open: () => void;
  close: () => void;
  compare: (a: Side, b: Side) => void;
  endCompare: () => void;
  /** Opens the review of a restore. */
  restore: (version: number) => void;
};

/** Published while the list of versions is on screen. */
export type PipelineVersionsScope = {
  /** The version under the cursor. */
  cursor: number | undefined;
  picked: readonly number[];
};

declare module '../../../commands/scopes.ts' {
  interface ScopeMap {
    'pipeline.history': PipelineHistoryScope;
    'pipeline.versions': PipelineVersionsScope;
  }
}
