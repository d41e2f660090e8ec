import type { ComparedGraph } from '../version-compare/index.ts';

/** What a restore is judged by: the version to bring back, and the latest one it would follow. */
export type RestoreReview = {
  latestVersion: number;
  latest: ComparedGraph;
  wanted: ComparedGraph;
};

export type RestoreInput = {
  pipelineId: string;
  /** The version to bring back. */
  version: number;
};

export type RestoreContext = RestoreInput & {
  /** Name of the version that will be made. */
  name: string;
  deploysAfterwards: boolean;
  review: RestoreReview | undefined;
  /** The version that somebody else saved while this one was reviewed. */
  overtakenBy: number | undefined;
  failure: string | undefined;
};

/** What the save is asked: `latestVersion` is the If-Match, so that nothing unseen is followed. */
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
