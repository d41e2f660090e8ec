import type { Pipeline } from '../../../contract/entities/pipeline.ts';

export type StoredPipeline = {
  pipeline: Pipeline;
  isError: boolean;
  /** Milliseconds of the last answer, even if equal to the previous one. */
  readAt: number;
  refetch: () => void;
};
