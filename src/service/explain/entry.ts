import type { ExplainEntry } from '../../contract/entities/explain.ts';
import type { PipelineRow } from '../store/schema.ts';

/** Unix milliseconds, end exclusive. */
export type ExplainScope = {
  siteId: string;
  pipelines: readonly PipelineRow[];
  isNarrow: boolean;
  from: number;
  to: number;
};

/** The version is added once all entries are found. */
export type Found = Omit<ExplainEntry, 'pipelineName' | 'graphVersion' | 'at'> & {
  at: number;
  graphVersion?: number;
};
