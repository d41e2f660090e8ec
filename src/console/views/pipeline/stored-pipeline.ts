import type { Pipeline } from '../../../contract/entities/pipeline.ts';

export type StoredPipeline = {
  pipeline: Pipeline;
  isError: boolean;
  /** Milliseconds of the last answer, even if equal to the previous one. */
  readAt: number;
  refetch: () => void;
};

/** Includes the version saved last by the editor, which may not have been reread yet. */
export const withSaved = (
  pipeline: Pipeline | undefined,
  saved: Pick<Pipeline, 'id' | 'latestGraphVersion'> | undefined,
): Pipeline | undefined =>
  pipeline && saved?.id === pipeline.id && saved.latestGraphVersion > pipeline.latestGraphVersion
    ? { ...pipeline, latestGraphVersion: saved.latestGraphVersion }
    : pipeline;
