import type { Compared, Side } from './compare-address.ts';

/** Its functions are stable. */
export type PipelineHistoryScope = {
  isOpen: boolean;
  compared: Compared | undefined;
  open: () => void;
  close: () => void;
  compare: (a: Side, b: Side) => void;
  endCompare: () => void;
  restore: (version: number) => void;
};

/** Published while the list of versions is on screen. */
export type PipelineVersionsScope = {
  cursor: number | undefined;
  picked: readonly number[];
};

declare module '../../../commands/scopes.ts' {
  interface ScopeMap {
    'pipeline.history': PipelineHistoryScope;
    'pipeline.versions': PipelineVersionsScope;
  }
}
