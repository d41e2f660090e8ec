import type { ComparedGraph } from '../../src/graph/compared-graph.ts';

export type RestoreReview = {
  latestVersion: number;
  latest: ComparedGraph;
  wanted: ComparedGraph;
};

export type RestoreInput = {
  pipelineId: string;
  version: number;
};

export type RestoreContext = RestoreInput & {
  name: string;
  deploysAfterwards: boolean;
  review: RestoreReview | undefined;
  /** The version someone else saved during the review. */
  overtakenBy: number | undefined;
  failure: string | undefined;
};

/** `latestVersion` is the If-Match: the save follows only a version the user has seen. */
export type RestoreSave = { pipelineId: string; version: number; latestVersion: number; name: string };

export type RestoreEvent =
  | { type: 'restore.name.set'; name: string }
  | { type: 'restore.deploy.set'; deploysAfterwards: boolean }
  | { type: 'restore.confirm' }
  | { type: 'restore.retry' }
  | { type: 'restore.cancel' };

export type RestoreEmitted =
  | { type: 'restore.saved'; version: number; deploysAfterwards: boolean }
  | { type: 'restore.ended' };
